import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { OperatorError, describeProblem } from '../kernel/index.ts'
import { hasAccounts, selectAccount } from '../identity/index.ts'
import type { Raters } from '../pricing/index.ts'
import {
  type ProductFiles,
  type PushDeps,
  parseProductFiles,
  publishProduct,
  pushProduct,
  readProductFolder,
} from '../products/index.ts'
import { createDemoAccounts } from './create-demo-accounts.ts'
import { describeDatasets } from './demo-datasets.ts'
import {
  type DemoFile,
  type DemoKeys,
  type DemoProduct,
  readDemoFile,
  readUnfinished,
  writeDemoFile,
} from './demo-file.ts'
import { describeProduct } from './demo-product.ts'

export type DemoDeps = PushDeps & { readonly raters: Raters }

export interface DemoOptions {
  readonly demo: boolean
  readonly dataDir: string
  readonly examplesDir: string
  readonly publicUrl: string
  readonly vendor: string
}

/** On an empty database: accounts, keys, the example products, and demo.json. Otherwise nothing. */
export async function startDemo(deps: DemoDeps, options: DemoOptions, log: Logger): Promise<void> {
  if (!options.demo) return
  const isEmpty = !(await hasAccounts(deps.db))
  const unfinished = isEmpty ? null : await readUnfinished(options.dataDir)
  if (!isEmpty && unfinished === null) return keepAddress(options)
  const folders = await readExamples(options.examplesDir)
  const keys =
    unfinished ??
    (await createDemoAccounts(
      deps.db,
      options.dataDir,
      folders.flatMap(distributorsOf),
      deps.clock(),
    ))
  const products = await pushExamples(deps, folders, keys, log)
  await writeDemoFile(options.dataDir, {
    ...addressOf(options),
    keys: keys.keys,
    insurer: keys.insurer,
    other: keys.other,
    access_token: keys.access_token,
    products,
    datasets: await describeDatasets(deps.db, keys.insurerId),
  })
}

function addressOf(options: DemoOptions): Pick<DemoFile, 'base_url' | 'data_base_url' | 'vendor'> {
  return { base_url: options.publicUrl, data_base_url: options.publicUrl, vendor: options.vendor }
}

/** A later start may be on another port: the file then says so. */
async function keepAddress(options: DemoOptions): Promise<void> {
  const demo = await readDemoFile(options.dataDir)
  if (demo === null || demo.base_url === options.publicUrl) return
  await writeDemoFile(options.dataDir, { ...demo, ...addressOf(options) })
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

async function pushExamples(
  deps: DemoDeps,
  folders: readonly ExampleFolder[],
  keys: DemoKeys,
  log: Logger,
): Promise<Record<string, DemoProduct>> {
  const insurer = await selectAccount(deps.db, keys.insurerId)
  if (insurer === undefined) throw new Error('the demo insurer was just made')
  const accounts = { insurerId: insurer.id, distributorId: keys.distributorIds[0] }
  const products: Record<string, DemoProduct> = {}
  for (const { path, files } of folders) {
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
    const told = { ...pushed, product, files }
    const described = await describeProduct(deps, told, accounts, deps.clock())
    if (described === null) log.warn({ product: path }, 'no demo input is known for this product')
    else products[product.definition.key] = described
  }
  return products
}
