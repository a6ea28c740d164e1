import { fileURLToPath } from 'node:url'
import type { ProductVersionId } from '../../src/kernel/index.ts'
import { publishProduct, pushProduct, readProductFolder } from '../../src/products/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { demoAccount } from './credentials.ts'
import { leaveAtHome, leaveOut, priceByFormula } from './folder.ts'

/** How a file of the product folder is to change, by its path. */
export type FileChanges = Readonly<Record<string, (text: string) => string>>

/**
 * Pushes an example product with changes as a new draft. Its own test cases stay at home, and
 * what `exampleFolder` leaves there.
 */
export async function pushedDraft(
  platform: TestPlatform,
  product: string,
  changes: FileChanges,
): Promise<ProductVersionId> {
  const folder = fileURLToPath(new URL(`../../../examples/${product}/`, import.meta.url))
  const files = new Map(await readProductFolder(folder))
  leaveOut(files, (path) => path.startsWith('tests/'))
  leaveAtHome(files, Object.keys(changes))
  if (changes['pricing.yaml'] && files.has('pricing.xlsx')) await priceByFormula(files, product)
  for (const [path, change] of Object.entries(changes)) {
    const before = Buffer.from(files.get(path) ?? []).toString()
    const after = change(before)
    if (after === before) throw new Error(`the change leaves ${product}/${path} as it is`)
    files.set(path, Buffer.from(after))
  }
  const insurer = await demoAccount(platform, 'demo-insurance')
  const pushed = await pushProduct(platform, insurer, files)
  if (!pushed.ok) throw new Error(JSON.stringify(pushed.problems))
  await platform.feed.caughtUp()
  return pushed.versionId
}

/** The same, and puts it on sale. */
export async function publishedDraft(
  platform: TestPlatform,
  product: string,
  changes: FileChanges,
): Promise<ProductVersionId> {
  const versionId = await pushedDraft(platform, product, changes)
  await publishProduct(platform, await demoAccount(platform, 'demo-insurance'), versionId)
  await platform.feed.caughtUp()
  return versionId
}

/** A product.yaml whose cover without an end goes on in one term, instead of being renewed. */
export const withoutRenewal = (text: string): string =>
  text.replace(/\nrenewal:\n(?: .*\n)+/, '\nrenewal: { kind: none }\n')

/** A product.yaml that names no law. */
export const withoutLaw = (text: string): string => text.replace('\nlaw: de\n', '\n')

/** A product.yaml that follows nobody, or follows other steps than its example. */
export const dunnedBy = (text: string, steps = ''): string =>
  text.replace(/\n(?:#.*\n)*dunning:\n(?: .*\n)+/, '\n') + steps

/** A product.yaml without a right of withdrawal, or with another one than its example. */
export const withdrawableBy = (text: string, right = ''): string =>
  text.replace(/\n(?:#.*\n)*withdrawal:.*\n/, '\n') + right

/** A product of its own on sale, whose customers name an item of a dataset, by this field where one is given. */
export function publishedReader(
  platform: TestPlatform,
  key: string,
  datasetAndField: string,
): Promise<ProductVersionId> {
  return publishedDraft(platform, 'cyber-formula', {
    'product.yaml': (text) => text.replace(/^key: .*/m, `key: ${key}`),
    'quote.json': (text) =>
      text.replace('optional|in_dataset:companies', `optional|in_dataset:${datasetAndField}`),
  })
}
