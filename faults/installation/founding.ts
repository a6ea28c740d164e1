import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPlace } from '@bindery/server/src/database/embedded/cluster-place.ts'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import { openLedger } from '../ledger.ts'
import { keepProcess, repository } from './kept-process.ts'
import { untilUp } from './until-up.ts'

/** What a first start leaves behind: a cluster with accounts, keys and the product on sale. */
export interface Founding {
  readonly dataDir: string
  /** The settings of every process of the platform, whichever way it is run. */
  readonly env: Readonly<Record<string, string>>
  readonly sandboxSecret: Uint8Array
}

/** The products that are sold, at once and by the month; others would only take time to start with. */
export const productKey = 'cyber'
export const monthlyProductKey = 'bike'
export const monthlyPlan = 'monthly'
/** Of the one that is sold at once: its customers pay by transfer. */
export const trackedPlan = 'by-invoice'
const secretBytes = 32
/** Every customer buys with one of two keys, and everybody comes from one address. */
const requestsPerMinuteMax = 1_000_000_000

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-faults-'))
  await chmod(folder, 0o755) // As root, PostgreSQL runs as another user, who must get in.
  return folder
}

/** One line instead of pages: whether a document was made, and once, shows by it as well. */
const plainLetter = `#import "/bindery.typ": data

#data.policy.number, #data.document.date.long
`

/** Made once: however many installations there are, each begins with a copy of it. */
export async function found(
  parent: string,
  options: {
    readonly hasPlainLetters: boolean
    readonly sellsWithStripe: boolean
    /** The folder of the release that starts first; by default this one. */
    readonly code?: string
  },
): Promise<Founding> {
  const { code = repository } = options
  const folder = join(parent, 'founding')
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  for (const path of [folder, dataDir]) await chmod(path, 0o755)
  const examplesDir = join(folder, 'examples')
  for (const key of [productKey, monthlyProductKey]) {
    await cp(join(code, 'examples', key), join(examplesDir, key), { recursive: true })
    if (options.hasPlainLetters) await writePlainLetters(join(examplesDir, key, 'documents'))
    if (options.sellsWithStripe) await sellWithStripe(join(examplesDir, key, 'product.yaml'))
  }
  const sandboxSecret = randomBytes(secretBytes)
  const env = {
    EXAMPLES_DIR: examplesDir,
    SANDBOX_SECRET: `whsec_${sandboxSecret.toString('base64')}`,
    RATE_LIMIT_PER_MINUTE: String(requestsPerMinuteMax),
    ADDRESS_LIMIT_PER_MINUTE: String(requestsPerMinuteMax),
    // The receiver of webhooks stands on this machine.
    WEBHOOKS_PRIVATE: 'allow',
  }
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const first = keepProcess({
    name: 'first',
    entry: 'start',
    port: await freePort(),
    env: { ...env, DATA_DIR: dataDir, STOP_DELAY_SECONDS: '0' },
    folder,
    ledger,
  })
  first.keep(code)
  try {
    await untilUp(first)
  } finally {
    await first.rest()
    await ledger.close()
  }
  if (ledger.violations.length > 0) throw new Error(JSON.stringify(ledger.violations))
  return { dataDir, env, sandboxSecret }
}

async function writePlainLetters(folder: string): Promise<void> {
  const letters = (await readdir(folder)).filter((name) => name.endsWith('.typ'))
  await Promise.all(letters.map((name) => writeFile(join(folder, name), plainLetter)))
}

/** Whoever takes cards of the sandbox takes them by Stripe as well. */
async function sellWithStripe(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const card = /\n( *- )\{ provider: sandbox, method: card \}/g
  await writeFile(path, text.replace(card, '$&\n$1{ provider: stripe, method: card }'))
}

/** The whole data folder for an installation of its own, with the owners of its files. */
export async function copyFounding({ dataDir }: Founding, folder: string): Promise<string> {
  const { cluster } = await findPlace(dataDir, () => undefined)
  if (!cluster.startsWith(dataDir)) {
    throw new Error(`PostgreSQL cannot enter ${dataDir}. Use a folder that everyone can enter.`)
  }
  const copy = join(folder, 'data')
  await promisify(execFile)('cp', ['-a', dataDir, copy])
  return copy
}
