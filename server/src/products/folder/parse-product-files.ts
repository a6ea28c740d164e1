import type { Problem } from '../../kernel/index.ts'
import type { ParsedProduct, ProductFiles } from '../product-definition.ts'
import { cancellationDefault } from './cancellation-settings.ts'
import { readCheckout } from './checkout.ts'
import { refuseMissingIpid } from './check-ipid.ts'
import { readDatasets } from './datasets.ts'
import { readDemo } from './demo.ts'
import { readDocuments } from './documents.ts'
import { refuseFileNames } from './file-names.ts'
import { itemFolders, readItems, refuseMissingPricing, refuseStrayItems } from './items.ts'
import { productYaml } from './key-of-folder.ts'
import { lifeDefault } from './life-settings.ts'
import { readMails } from './mails.ts'
import { refuseMisnamedFiles } from './misnamed-files.ts'
import { openYaml } from './open-file.ts'
import { orderProblems } from './order-problems.ts'
import { problemsMax } from './part.ts'
import { readProductTests } from './product-tests.ts'
import { type ProductYaml, readProductYaml } from './product-yaml.ts'
import { renewalDefault } from './renewal-settings.ts'
import { refuseUnprovable } from './proof-settings.ts'
import { type Soundness, soundnessOf } from './soundness.ts'

export type ParseProductResult =
  | { readonly ok: true; readonly product: ParsedProduct }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      /** What can be looked at all the same; null where there is too much wrong. */
      readonly partly: PartlyRead | null
    }

/** A folder with mistakes: stand-ins are where something is wrong, which is not sound. */
export interface PartlyRead {
  readonly product: ParsedProduct
  readonly sound: Soundness
}

/** A product folder as plain data, or everything that is wrong with it. Never throws. */
export function parseProductFiles(files: ProductFiles): ParseProductResult {
  const problems: Problem[] = [...refuseFileNames(files), ...refuseMisnamedFiles(files)]
  const root = openYaml(files, productYaml, problems)
  const whole = root === null ? null : readProductYaml(root)
  const outline = whole ?? unknownProduct(files)
  const items = readItems(files, outline.items, problems)
  const hasLanguages = whole !== null && soundnessOf(problems).setting('languages')
  const datasets = readDatasets(files, hasLanguages ? outline.languages : null, problems)
  const documents = readDocuments(files, whole, problems)
  // Without product.yaml nobody knows the items, so nothing that refers to them can be judged.
  if (whole !== null) {
    problems.push(...refuseMissingPricing(items, files), ...refuseStrayItems(whole.items, files))
  }
  if (root !== null && whole !== null) refuseMissingIpid(root, { ...whole, documents })
  const mails = readMails(root, files, whole && { ...whole, items, documents }, problems)
  if (root !== null && outline.dunning?.proof !== undefined) {
    const part = root.member('dunning').member('proof')
    refuseUnprovable(part, outline.dunning.proof, documents, mails)
  }
  const checkout = readCheckout(files, hasLanguages ? { ...outline, items } : null, problems)
  const tests = readProductTests(files, whole, problems)
  const demo = readDemo(files, datasets, problems)
  const definition = {
    ...outline,
    items,
    datasets,
    documents,
    ...(checkout && { checkout }),
    ...(mails && { mails }),
  }
  const product = { definition, tests, demo }
  if (problems.length === 0) return { ok: true, product }
  const partly = problems.length > problemsMax ? null : { product, sound: soundnessOf(problems) }
  return { ok: false, problems: orderProblems(problems), partly }
}

/** A substitute for a product.yaml that cannot be read; the folders name the items. */
function unknownProduct(files: ProductFiles): ProductYaml {
  const folders = itemFolders(files)
  const hasOwnRules = ['quote.json', 'fields.json'].every((file) => files.has(file))
  const keys = folders.length === 0 || hasOwnRules ? ['', ...folders] : folders
  return {
    key: '',
    name: '',
    languages: [],
    defaultLanguage: '',
    currency: '',
    timeZone: '',
    policyPrefix: '',
    quoteValidDays: 0,
    offerValidDays: 0,
    freeOfCharge: false,
    items: keys.map((key) => ({ key, name: key })),
    paymentPlans: [],
    integrations: [],
    law: null,
    cancellation: cancellationDefault,
    withdrawal: null,
    life: lifeDefault,
    renewal: renewalDefault,
    dunning: null,
  }
}
