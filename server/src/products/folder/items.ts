import { type Problem, suggest } from '../../kernel/index.ts'
import type {
  FieldDefinition,
  ItemDefinition,
  ProductFiles,
  QuoteRules,
} from '../product-definition.ts'
import { readFieldDefinition } from './field-definition.ts'
import { openJson } from './open-file.ts'
import type { NamedItem } from './product-yaml.ts'
import { readQuoteRules } from './quote-rules.ts'

export const pricingFileNames = ['pricing.yaml', 'pricing.xlsx'] as const
const itemPath = /^items\/([^/]+)\//

const noQuoteRules: QuoteRules = {
  quote: [],
  quote_patch: [],
  policy_patch: [],
  pricing_variables: [],
}
const noFieldDefinition: FieldDefinition = { version: '', definition: { policy: [] } }

/**
 * Each item with its rules and the place of its prices: its own where items/<key>/ has the file,
 * the product's otherwise. Items that share a file share one object.
 */
export function readItems(
  files: ProductFiles,
  named: readonly NamedItem[],
  problems: Problem[],
): ItemDefinition[] {
  const quoteRules = new Map<string, QuoteRules>()
  const fieldDefinitions = new Map<string, FieldDefinition>()
  return named.map(({ key, name, names }) => {
    const quoteFile = itemFile(files, key, 'quote.json')
    const fieldsFile = itemFile(files, key, 'fields.json')
    return {
      key,
      name,
      ...(names && { names }),
      quoteRules: quoteRules.getOrInsertComputed(quoteFile, (file) => {
        const root = openJson(files, file, problems)
        return root === null ? noQuoteRules : readQuoteRules(root)
      }),
      fieldDefinition: fieldDefinitions.getOrInsertComputed(fieldsFile, (file) => {
        const root = openJson(files, file, problems)
        return root === null ? noFieldDefinition : readFieldDefinition(root)
      }),
      pricingPrefix: pricingPrefix(files, key),
    }
  })
}

/** The file that an item uses: its own, or the product's. */
export function itemFile(files: ProductFiles, key: string, name: string): string {
  const own = `items/${key}/${name}`
  return files.has(own) ? own : name
}

function pricingPrefix(files: ProductFiles, key: string): string {
  const own = `items/${key}/`
  return pricingFileNames.some((name) => files.has(`${own}${name}`)) ? own : ''
}

export function refuseMissingPricing(
  items: readonly ItemDefinition[],
  files: ProductFiles,
): Problem[] {
  const needsProductPricing = items.some((item) => item.pricingPrefix === '')
  if (!needsProductPricing || pricingFileNames.some((name) => files.has(name))) return []
  const message = 'The product has no prices: there is no pricing.yaml and no pricing.xlsx.'
  return [{ file: 'pricing.yaml', place: '', message, fix: 'Add one of the two.' }]
}

/** The folders of items, by their keys. */
export function itemFolders(files: ProductFiles): string[] {
  return [...new Set([...files.keys()].flatMap((path) => itemPath.exec(path)?.[1] ?? []))]
}

/** A folder under items/ that belongs to no item would be silently ignored. */
export function refuseStrayItems(named: readonly NamedItem[], files: ProductFiles): Problem[] {
  const keys = named.map((item) => item.key)
  return itemFolders(files)
    .filter((folder) => !keys.includes(folder))
    .map((folder) => ({
      file: `items/${folder}/`,
      place: '',
      message: `product.yaml names no item with the key ${folder}.`,
      fix: suggest(folder, keys),
    }))
}
