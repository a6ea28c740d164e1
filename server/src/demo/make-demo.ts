import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { OperatorError, describeProblem } from '../kernel/index.ts'
import { selectAccount } from '../identity/index.ts'
import type { Raters } from '../pricing/index.ts'
import {
  type PaymentMethod,
  type ProductFiles,
  type PushDeps,
  parseProductFiles,
  publishProduct,
  pushProduct,
  readProductFolder,
} from '../products/index.ts'
import { createDemoAccounts } from './create-demo-accounts.ts'
import { declareProviders } from './declare-providers.ts'
import { describeDatasets } from './demo-datasets.ts'
import type { DemoFile, DemoKeys, DemoProduct } from './demo-file.ts'
import { describeProduct } from './demo-product.ts'

export type DemoDeps = PushDeps & { readonly raters: Raters }

/** Their documents are rendered by the tests of every release. */
const shippedExamples = fileURLToPath(new URL('../../../examples', import.meta.url))

type MadeDemo = Omit<DemoFile, 'base_url' | 'data_base_url' | 'vendor'>

/**
 * Creates the demo insurer and its products, with the keys of an unfinished start if there are any.
 */
export async function makeDemo(
  deps: DemoDeps,
  options: { readonly dataDir: string; readonly examplesDir: string },
  unfinished: DemoKeys | null,
  log: Logger,
  showStep: (step: string) => void,
): Promise<MadeDemo> {
  const folders = await readExamples(options.examplesDir)
  if (unfinished === null) showStep('Creating the demo insurer, its distributors and their keys')
  const keys =
    unfinished ??
    (await createDemoAccounts(
      deps.db,
      options.dataDir,
      folders.flatMap(distributorsOf),
      deps.clock(),
    ))
  const isShipped = resolve(options.examplesDir) === shippedExamples
  const pushDeps = isShipped ? { ...deps, checkFolder: trustingDocuments(deps) } : deps
  const products = await pushExamples(pushDeps, folders, keys, log, showStep)
  return {
    keys: keys.keys,
    insurer: keys.insurer,
    other: keys.other,
    access_token: keys.access_token,
    products,
    datasets: await describeDatasets(deps.db, keys.insurerId),
  }
}

/** A trial takes longer than the rest of a first start. */
function trustingDocuments({ checkFolder }: DemoDeps): DemoDeps['checkFolder'] {
  return (insurer, files, use, options = { casesMayFail: false }) =>
    checkFolder(insurer, files, use, { ...options, trustsDocuments: true })
}

interface ExampleFolder {
  readonly path: string
  readonly files: ProductFiles
}

async function readExamples(directory: string): Promise<ExampleFolder[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: Error) => {
    throw new OperatorError(
      `EXAMPLES_DIR cannot be read: ${error.message}. Name a folder that holds product folders.`,
    )
  })
  const folders: ExampleFolder[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory()) continue
    const path = join(directory, entry.name)
    const files = await readProductFolder(path)
    if (files.has('product.yaml')) folders.push({ path, files })
  }
  return folders
}

function distributorsOf(folder: ExampleFolder): string[] {
  const parsed = parseProductFiles(folder.files)
  return parsed.ok ? parsed.product.definition.integrations.map((one) => one.distributor) : []
}

function methodsOf(folder: ExampleFolder): PaymentMethod[] {
  const parsed = parseProductFiles(folder.files)
  return parsed.ok ? parsed.product.definition.paymentPlans.flatMap(({ methods }) => methods) : []
}

async function pushExamples(
  deps: DemoDeps,
  folders: readonly ExampleFolder[],
  keys: DemoKeys,
  log: Logger,
  showStep: (step: string) => void,
): Promise<Record<string, DemoProduct>> {
  const insurer = await selectAccount(deps.db, keys.insurerId)
  if (insurer === undefined) throw new Error('the demo insurer was just made')
  const accounts = { insurerId: insurer.id, distributorId: keys.distributorIds[0] }
  await declareProviders(deps.db, insurer.id, folders.flatMap(methodsOf), deps.clock())
  const products: Record<string, DemoProduct> = {}
  for (const [index, { path, files }] of folders.entries()) {
    showStep(`Publishing the product ${basename(path)} (${index + 1} of ${folders.length})`)
    const pushed = await pushProduct(deps, insurer, files)
    if (!pushed.ok) {
      const problems = pushed.problems.map((problem) => `  - ${describeProblem(problem)}`)
      throw new OperatorError(`The product in ${path} has mistakes:\n${problems.join('\n')}`)
    }
    for (const warning of pushed.warnings) log.warn({ product: path }, describeProblem(warning))
    await publishProduct(deps, insurer, pushed.versionId)
    const parsed = parseProductFiles(files)
    if (!parsed.ok) throw new Error(`${path} was pushed and cannot be read`)
    const { product } = parsed
    const version = { ...pushed, product, files }
    const described = await describeProduct(deps, version, accounts, deps.clock())
    if (described === null)
      log.warn({ product: path }, 'the product has no demo input: demo.json leaves it out')
    else products[product.definition.key] = described
  }
  return products
}
