import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccountId, JsonObject } from '../kernel/index.ts'

interface KeyPair {
  readonly public: string
  readonly secret: string
}

/** demo.json: everything that a newcomer, a script or a test needs to try the platform out. */
export interface DemoFile {
  readonly base_url: string
  readonly data_base_url: string
  readonly vendor: string
  readonly keys: { readonly test: KeyPair; readonly live: KeyPair }
  readonly insurer: {
    readonly test: { readonly secret: string }
    readonly live: { readonly secret: string }
  }
  readonly other: { readonly test: KeyPair; readonly access_token: string }
  readonly access_token: string
  readonly products: Readonly<Record<string, DemoProduct>>
  readonly datasets: DemoDatasets | null
}

export interface DemoProduct {
  readonly product_id: string
  readonly item_id: string
  readonly subscription_plan_id: string
  readonly integration_id: string
  readonly quote: JsonObject
  readonly policy: JsonObject
  readonly knockout: JsonObject
  readonly dataset_field: string | null
  readonly dataset_item: string | null
}

export interface DemoDatasets {
  readonly public: string | null
  readonly fields: readonly string[]
  readonly category_field: string | null
  readonly hidden_field: string | null
  readonly count: number
  readonly locked: string | null
}

/** The credentials, which are shown once: kept in a file until demo.json is complete. */
export type DemoKeys = Pick<DemoFile, 'keys' | 'insurer' | 'other' | 'access_token'> & {
  readonly insurerId: AccountId
  readonly distributorIds: readonly [AccountId, ...AccountId[]]
}

const demoName = 'demo.json'
const unfinishedName = 'demo.unfinished.json'

export const readDemoFile = (dataDir: string) => read<DemoFile>(join(dataDir, demoName))
export const readUnfinished = (dataDir: string) => read<DemoKeys>(join(dataDir, unfinishedName))

export async function writeDemoFile(dataDir: string, demo: DemoFile): Promise<void> {
  await write(join(dataDir, demoName), demo)
  await rm(join(dataDir, unfinishedName), { force: true })
}

export function writeUnfinished(dataDir: string, keys: DemoKeys): Promise<void> {
  return write(join(dataDir, unfinishedName), keys)
}

async function read<Content>(file: string): Promise<Content | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content // We wrote it ourselves.
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes the whole file or nothing, readable by its owner only. */
async function write(file: string, content: unknown): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`
  await writeFile(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await chmod(unfinished, 0o600)
  await rename(unfinished, file)
}
