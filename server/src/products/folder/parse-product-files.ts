import type { Problem } from '../../kernel/index.ts'
import type { ParsedProduct, ProductFiles } from '../product-definition.ts'
import { readDatasets } from './datasets.ts'
import { readDemo } from './demo.ts'
import { readDocuments } from './documents.ts'
import { refuseFileNames } from './file-names.ts'
import { readItems, refuseMissingPricing, refuseStrayItems } from './items.ts'
import { openYaml } from './open-file.ts'
import { problemsMax } from './part.ts'
import { readProductTests } from './product-tests.ts'
import { type ProductYaml, readProductYaml } from './product-yaml.ts'
import { refuseMisnamedFiles } from './misnamed-files.ts'

export type ParseProductResult =
  | { readonly ok: true; readonly product: ParsedProduct }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** A product folder as plain data, or everything that is wrong with it. Never throws. */
export function parseProductFiles(files: ProductFiles): ParseProductResult {
  const problems: Problem[] = [...refuseFileNames(files), ...refuseMisnamedFiles(files)]
  const root = openYaml(files, 'product.yaml', problems)
  const whole = root === null ? null : readProductYaml(root)
  const outline = whole ?? unknownProduct
  const items = readItems(files, outline.items, problems)
  const datasets = readDatasets(files, outline.languages, problems)
  const documents = whole === null ? [] : readDocuments(files, whole, problems)
  problems.push(...refuseMissingPricing(items, files))
  // Without product.yaml nobody knows the items, so nothing that refers to them can be judged.
  if (whole !== null) problems.push(...refuseStrayItems(whole.items, files))
  const tests = whole === null ? [] : readProductTests(files, whole, problems)
  const demo = readDemo(files, datasets, problems)
  if (problems.length > 0) return { ok: false, problems: shortened(problems) }
  return {
    ok: true,
    product: { definition: { ...outline, items, datasets, documents }, tests, demo },
  }
}

function shortened(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= problemsMax) return problems
  const mend = 'Mend the first ones; the others may have the same cause.'
  const further = { file: 'product.yaml', place: '', message: 'There are further ones.', mend }
  return [...problems.slice(0, problemsMax), further]
}

const unknownProduct: ProductYaml = {
  key: '',
  name: '',
  languages: [],
  defaultLanguage: '',
  currency: '',
  timeZone: '',
  policyPrefix: '',
  quoteValidDays: 0,
  offerValidDays: 0,
  items: [{ key: '', name: '' }],
  paymentPlans: [],
  integrations: [],
  cancellation: { refund: 'none' },
}
