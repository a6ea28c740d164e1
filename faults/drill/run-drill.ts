import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from '../audit/audit.ts'
import { hurry } from '../audit/hurry.ts'
import type { Balance } from '../audit/money.ts'
import type { Founding } from '../installation/founding.ts'
import { type Ledger, openLedger } from '../ledger.ts'
import { openClient } from '../load/client.ts'
import { type OpenShop, openShop } from '../load/open-shop.ts'
import { openWebhookReceiver } from '../load/webhook-receiver.ts'
import { randomOf } from '../random.ts'
import { makeWebhook, untilBusy } from '../run-faults.ts'
import { type Failover, failOver } from './fail-over.ts'
import { openPatroni } from '../patroni/open-patroni.ts'
import { type CostOfStandby, measureCost } from './cost-of-standby.ts'
import { type Replicated, openReplicated } from './replicated.ts'

export interface DrillOptions {
  readonly folder: string
  readonly founding: Founding
  readonly seed: number
  readonly failovers: number
  /** No failover is begun later. */
  readonly minutes: number
  readonly customers: number
  readonly pauseMs: number
  readonly isHurried: boolean
  /** Patroni and etcd find the loss and promote; otherwise the drill itself does. */
  readonly byPatroni: boolean
  /** How often sales with and without a synchronous standby are compared. */
  readonly costTurns: number
  readonly report: (line: string) => void
}

export interface DrillOutcome {
  readonly failovers: readonly Failover[]
  /** Null where it was not measured. */
  readonly cost: CostOfStandby | null
  readonly ledger: Ledger
  readonly balance: Balance
  readonly startedAt: string
  readonly endedAt: string
}

/** Customers buy, pay by the month and are notified, while one primary after the other is lost. */
export async function runDrill(options: DrillOptions): Promise<DrillOutcome> {
  const startedAt = new Date().toISOString()
  const folder = join(options.folder, 'drill')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755) // As root, PostgreSQL runs as another user, who must get in.
  const servedAt: number[] = []
  const ledger = timed(openLedger(join(folder, 'ledger.jsonl')), servedAt)
  const random = randomOf(options.seed).fork('drill')
  const open = options.byPatroni ? openPatroni : openReplicated
  const installation = await open({ ...options, folder, ledger })
  const [first, ...others] = installation.servers.map(({ url }) => url ?? '')
  const urls = [first ?? '', ...others] as const
  const receiver = await openWebhookReceiver(ledger, random.fork('receiver'))
  const client = openClient({ urls, ledger, random: random.fork('ways') })
  try {
    const insurer = installation.demo.insurer.test.secret
    receiver.secret = await makeWebhook(urls[0], insurer, receiver.url)
    const isPatient = !options.isHurried
    const shop = await openShop({ ...options, installation, client, ledger, random, isPatient })
    await untilBusy(ledger)
    const cost = await costOfStandby(options, installation, shop)
    const failovers: Failover[] = []
    const until = performance.now() + options.minutes * 60_000
    const die = random.fork('failovers')
    while (failovers.length < options.failovers && performance.now() < until) {
      const kind = die.pick(installation.failoverKinds)
      const failover = await failOver({ installation, ledger, random: die, kind, servedAt })
      failovers.push(failover)
      const unserved = `nobody was served for ${Math.round(failover.unservedMs)} ms`
      options.report(`${failovers.length}: ${failover.lost} ${kind}, ${unserved}`)
    }
    const haste = options.isHurried ? hurry(installation) : null
    try {
      options.report('closing; everybody is served')
      await shop.close()
      options.report('auditing')
      const balance = await audit({ ...options, installation, shop, ledger, receiver })
      return { failovers, cost, ledger, balance, startedAt, endedAt: new Date().toISOString() }
    } finally {
      await haste?.stop()
    }
  } finally {
    await client.close()
    await receiver.close()
    await installation.stop()
    await ledger.close()
  }
}

async function costOfStandby(
  { costTurns: turns }: DrillOptions,
  { waitForStandby }: Replicated,
  { counter, distributors: [distributor] }: OpenShop,
): Promise<CostOfStandby | null> {
  if (turns === 0 || waitForStandby === null) return null
  return measureCost({ turns, counter, distributor, waitForStandby })
}

/** Also notes when somebody was served. */
function timed(ledger: Ledger, servedAt: number[]): Ledger {
  return {
    ...ledger,
    acknowledge(acknowledgement) {
      servedAt.push(performance.now())
      ledger.acknowledge(acknowledgement)
    },
    takeCallback(callback) {
      servedAt.push(performance.now())
      ledger.takeCallback(callback)
    },
  }
}
