import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from './audit/audit.ts'
import { hurry } from './audit/hurry.ts'
import type { Balance } from './audit/money.ts'
import { type Topology, openInstallation } from './installation/installation.ts'
import type { BlowKind, Pace } from './killer/blows.ts'
import { type Killing, killAtRandom } from './killer/kill-at-random.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { openClient } from './load/client.ts'
import type { Habit } from './load/customer.ts'
import { openShop } from './load/open-shop.ts'
import { randomOf } from './random.ts'

export interface RunOptions {
  readonly topology: Topology
  readonly folder: string
  readonly seed: number
  readonly kills: number
  readonly minutes: number
  readonly customers: number
  readonly pauseMs: number
  readonly habits: Readonly<Record<Habit, number>>
  /** Whether time passes faster once the shop closes, for tests. */
  readonly isHurried: boolean
  readonly pace: Pace
  /** Only these kinds of kills, one after the other. */
  readonly script?: readonly BlowKind[]
  /** Hears how it goes on. */
  readonly tell: (line: string) => void
}

export interface Outcome extends Killing {
  readonly topology: Topology
  readonly ledger: Ledger
  readonly balance: Balance
}

/** One installation under load and under attack, audited afterwards. */
export async function runFaults(options: RunOptions): Promise<Outcome> {
  const { topology, tell } = options
  const folder = join(options.folder, topology)
  await mkdir(folder, { recursive: true })
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const random = randomOf(options.seed).fork(topology)
  const installation = await openInstallation(topology, { folder, ledger })
  const [first, ...others] = installation.servers.map(({ url }) => url ?? '')
  const urls = [first ?? '', ...others] as const
  const client = openClient({ urls, ledger, random: random.fork('ways') })
  try {
    tell(`${topology}: open for business in ${folder}`)
    const shop = await openShop({ ...options, installation, client, ledger, random })
    const killing = await killAtRandom({
      ...options,
      installation,
      ledger,
      random: random.fork('killer'),
      until: performance.now() + options.minutes * 60_000,
      onKill: (done, kind, victim) =>
        tell(`${topology}: ${done}/${options.kills} ${kind}, ${victim}`),
    })
    const haste = options.isHurried ? hurry(installation.database) : null
    try {
      tell(`${topology}: closing; everybody is served`)
      await shop.close()
      tell(`${topology}: auditing`)
      const balance = await audit({ installation, shop, ledger })
      return { topology, ledger, balance, ...killing }
    } finally {
      await haste?.stop()
    }
  } finally {
    await client.close()
    await installation.stop()
    await ledger.close()
  }
}
