import { writeFile } from 'node:fs/promises'
import { type FieldDefinition, type QuoteRules, typesFromRules } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addLocalCommand } from '../command.ts'
import { Failure, exitCodes } from '../failure.ts'
import type { ProductFiles } from '../folder/product-files.ts'
import { itemKeysOf, settingOf } from '../folder/product-yaml.ts'
import { readFolder } from '../folder/read-folder.ts'

interface Options {
  readonly out?: string
  readonly item?: string
  readonly prefix?: string
}

export function addTypes(program: Command): void {
  addLocalCommand(program, 'types <folder>', {
    summary: 'Write the TypeScript types QuoteData and PolicyData of a product',
    details:
      'The types are generated from the rules of quote.json and fields.json, for use with the SDK.',
    examples: [
      'bindery types travel --out travel-types.ts',
      'bindery types examples/bike --item e-bike --prefix EBike',
    ],
  })
    .option('--out <file>', 'write to this file instead of the terminal')
    .option('--item <key>', 'key of the item; the first item by default')
    .option('--prefix <name>', 'prefix of the type names, for several products in one program')
    .action(action(types))
}

async function types({ options, output }: Work<Options>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const item = chooseItem(files, options.item)
  // The documented shapes; a file of another shape fails in the check below.
  const quoteRules = readJson(files, item, 'quote.json') as QuoteRules
  const fieldDefinition = readJson(files, item, 'fields.json') as FieldDefinition
  if (!Array.isArray(quoteRules.quote) || !Array.isArray(fieldDefinition.definition?.policy)) {
    throw unreadable(folder, 'quote.json and fields.json do not hold lists of rules')
  }
  const written = typesFromRules(quoteRules, fieldDefinition, {
    product: settingOf(files, 'name'),
    ...(options.prefix === undefined ? {} : { prefix: options.prefix }),
  })
  const { out } = options
  if (out === undefined) {
    output.show({ types: written }, () => [written.trimEnd()])
    return
  }
  await writeFile(out, written)
  output.show({ types: written, file: out }, (paint) => [`${paint.green('✓')} ${out} is written.`])
}

function chooseItem(files: ProductFiles, wanted: string | undefined): string | null {
  const keys = itemKeysOf(files)
  if (wanted === undefined) return keys[0] ?? null
  if (keys.includes(wanted)) return wanted
  const fix = keys.length === 0 ? 'Leave --item out.' : `It has ${keys.join(', ')}.`
  throw new Failure(exitCodes.failed, `The product has no item ${wanted}.`, fix)
}

/** The item's own file, or else the product's. */
function readJson(files: ProductFiles, item: string | null, name: string): object {
  const path = [`items/${item ?? ''}/${name}`, name].find((one) => files.has(one))
  if (path === undefined) throw unreadable(name, 'it is missing')
  try {
    return Object(JSON.parse(new TextDecoder().decode(files.get(path))))
  } catch (cause) {
    throw unreadable(path, cause instanceof Error ? cause.message : String(cause))
  }
}

function unreadable(what: string, why: string): Failure {
  const fix = 'List all mistakes with: bindery validate <folder>'
  return new Failure(exitCodes.failed, `${what} cannot be read: ${why}.`, fix)
}
