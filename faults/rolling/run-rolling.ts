import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { audit } from '../audit/audit.ts'
import { hurry } from '../audit/hurry.ts'
import type { Founding } from '../installation/founding.ts'
import { type Installation, openInstallation } from '../installation/installation.ts'
import { type KeptProcess, repository } from '../installation/kept-process.ts'
import { untilUp } from '../installation/until-up.ts'
import type { BlowKind } from '../killer/blows.ts'
import { killAtRandom } from '../killer/kill-at-random.ts'
import { type Ledger, openLedger } from '../ledger.ts'
import { openClient } from '../load/client.ts'
import { openShop } from '../load/open-shop.ts'
import { openWebhookReceiver } from '../load/webhook-receiver.ts'
import { type Random, randomOf } from '../random.ts'
import { makeWebhook, untilBusy } from '../run-faults.ts'

export interface RollingOptions {
  readonly folder: string
  /** Made by the earlier release. */
  readonly founding: Founding
  /** The folder of the earlier release. */
  readonly earlier: string
  readonly seed: number
  /** For how long each mixture of releases sells. */
  readonly stageSeconds: number
  readonly customers: number
  readonly pauseMs: number
  readonly report: (line: string) => void
}

/** A time in which the same processes ran the same releases. */
export interface Stage {
  readonly name: string
  readonly at: string
  /** Servers and workers of the earlier release. */
  readonly earlier: number
  readonly acknowledged: number
}

export interface RollingOutcome {
  readonly stages: readonly Stage[]
  readonly ledger: Ledger
}

/** What servers of the earlier release survive, which cannot start any more. */
const blows: readonly [BlowKind, ...BlowKind[]] = [
  'backends cut off',
  'backend killed',
  'PostgreSQL killed',
]
const pace = {
  mercilessChance: 0,
  mercilessPauseMaxMs: 0,
  calmMaxMs: 2_000,
  freezeMaxMs: 0,
  longFreezeChance: 0,
}
const lookAgainMs = 50

/**
 * An installation of an earlier release is updated as the guide says, one process after the other, while
 * customers buy, pay by the month and are notified. Whatever one release begins, the other goes on with.
 */
export async function runRolling(options: RollingOptions): Promise<RollingOutcome> {
  const { earlier, report } = options
  const folder = join(options.folder, 'rolling')
  await mkdir(folder, { recursive: true })
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const random = randomOf(options.seed).fork('rolling')
  const shared = { ...options, folder, ledger, isHurried: true }
  const installation = await openInstallation('apart', { ...shared, code: earlier })
  const { processes } = installation
  const [first, ...others] = installation.servers.map(({ url }) => url ?? '')
  const urls = [first ?? '', ...others] as const
  const receiver = await openWebhookReceiver(ledger, random.fork('receiver'))
  const client = openClient({ urls, ledger, random: random.fork('ways') })
  const stages: Stage[] = []
  const sell = async (name: string, left: number) => {
    const stage = await sellFor({ ...options, installation, ledger, random }, name, left)
    stages.push(stage)
    report(`${name}: ${stage.acknowledged} acknowledgements`)
  }
  try {
    const insurer = installation.demo.insurer.test.secret
    receiver.secret = await makeWebhook(urls[0], insurer, receiver.url)
    const shop = await openShop({ ...shared, installation, client, random, isPatient: false })
    await untilBusy(ledger)
    await sell('all of the earlier release', processes.length)
    await applyMigrations(installation)
    await sell('the database is updated', processes.length)
    for (const [n, kept] of processes.entries()) {
      await update(kept)
      await sell(`${kept.name} is updated`, processes.length - n - 1)
    }
    const haste = hurry(installation)
    try {
      report('closing; everybody is served')
      await shop.close()
      report('auditing')
      await audit({ ...shared, installation, shop, receiver })
      return { stages, ledger }
    } finally {
      await haste.stop()
    }
  } finally {
    await client.close()
    await receiver.close()
    await installation.stop()
    await ledger.close()
  }
}

interface Selling extends RollingOptions {
  readonly installation: Installation
  readonly ledger: Ledger
  readonly random: Random
}

/** Sells for a while, in which the database is lost once. */
async function sellFor(selling: Selling, name: string, earlier: number): Promise<Stage> {
  const { installation, ledger, random, stageSeconds } = selling
  const at = new Date().toISOString()
  const before = ledger.acknowledged.size
  const until = performance.now() + stageSeconds * 1_000
  ledger.note('stage', { name })
  await sleep((stageSeconds * 1_000) / 2)
  const script = [random.pick(blows)]
  await killAtRandom({ installation, ledger, random, kills: 1, until: Infinity, pace, script })
  while (performance.now() < until || ledger.acknowledged.size === before) await sleep(lookAgainMs)
  return { name, at, earlier, acknowledged: ledger.acknowledged.size - before }
}

/** As the guide on updates says: once, from the machine that is updated first. */
async function applyMigrations({ env }: Installation): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repository, 'server/src/migrate.ts')], {
    cwd: repository,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  })
}

async function update(kept: KeptProcess): Promise<void> {
  await kept.rest()
  kept.keep()
  await untilUp(kept)
}
