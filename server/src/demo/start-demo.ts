import type { Logger } from 'pino'
import { hasAccounts } from '../identity/index.ts'
import { type DemoFile, readDemoFile, readUnfinished, writeDemoFile } from './demo-file.ts'
import type { DemoDeps } from './make-demo.ts'

export interface DemoOptions {
  readonly demo: boolean
  readonly dataDir: string
  readonly examplesDir: string
  readonly publicUrl: string
  readonly vendor: string
}

/** On an empty database: accounts, keys, the example products, and demo.json. Otherwise nothing. */
export async function startDemo(
  deps: DemoDeps,
  options: DemoOptions,
  log: Logger,
  showStep: (step: string) => void = () => undefined,
): Promise<void> {
  if (!options.demo) return
  const isEmpty = !(await hasAccounts(deps.db))
  const unfinished = isEmpty ? null : await readUnfinished(options.dataDir)
  if (!isEmpty && unfinished === null) return keepAddress(options)
  // Needed once in the life of a database: every later start saves the time to load it.
  const { makeDemo } = await import('./make-demo.ts')
  const made = await makeDemo(deps, options, unfinished, log, showStep)
  await writeDemoFile(options.dataDir, { ...addressOf(options), ...made })
}

function addressOf(options: DemoOptions): Pick<DemoFile, 'base_url' | 'data_base_url' | 'vendor'> {
  return { base_url: options.publicUrl, data_base_url: options.publicUrl, vendor: options.vendor }
}

/** A later start may use another port: demo.json names the new address. */
async function keepAddress(options: DemoOptions): Promise<void> {
  const demo = await readDemoFile(options.dataDir)
  if (demo === null || demo.base_url === options.publicUrl) return
  await writeDemoFile(options.dataDir, { ...demo, ...addressOf(options) })
}
