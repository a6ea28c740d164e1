import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from './audit/audit.ts'
import { hurry } from './audit/hurry.ts'
import type { Balance } from './audit/money.ts'
import type { Founding } from './installation/founding.ts'
import { type Topology, openInstallation } from './installation/installation.ts'
import type { BlowKind, Pace } from './killer/blows.ts'
import { type Killing, killAtRandom } from './killer/kill-at-random.ts'
import { type Call, type Ledger, openLedger } from './ledger.ts'
import { openClient } from './load/client.ts'
import { openShop } from './load/open-shop.ts'
import { openWebhookReceiver } from './load/webhook-receiver.ts'
import { openStripe } from './stripe/open-stripe.ts'
import { storeAccount } from './stripe/store-account.ts'
import { randomOf } from './random.ts'

export interface RunOptions {
  readonly topology: Topology
  readonly folder: string
  readonly founding: Founding
  /** A small disk for the data folder, which may be filled; null for none. */
  readonly disk?: string | null
  readonly seed: number
  readonly kills: number
  readonly minutes: number
  readonly customers: number
  readonly pauseMs: number
  /** For tests: nobody waits for providers that do not answer, and time flies once the shop closes. */
  readonly isHurried: boolean
  /** Some pay by Stripe, which has a process of its own. */
  readonly sellsWithStripe: boolean
  readonly pace: Pace
  /** Only these kinds of kills, one after the other. */
  readonly script?: readonly BlowKind[]
  /** Gets a line at each step. */
  readonly report: (line: string) => void
}

export interface Outcome extends Killing {
  readonly topology: Topology
  readonly ledger: Ledger
  readonly balance: Balance
}

/** One installation under load and under attack, audited afterwards. */
export async function runFaults(options: RunOptions): Promise<Outcome> {
  const { topology, report } = options
  const folder = join(options.folder, topology)
  await mkdir(folder, { recursive: true })
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const random = randomOf(options.seed).fork(topology)
  const stripe = options.sellsWithStripe ? await openStripe(options.seed) : null
  const installation = await openInstallation(topology, {
    ...options,
    folder,
    ledger,
    env: stripe?.env ?? {},
  })
  const [first, ...others] = installation.servers.map(({ url }) => url ?? '')
  const urls = [first ?? '', ...others] as const
  const receiver = await openWebhookReceiver(ledger, random.fork('receiver'))
  const client = openClient({ urls, ledger, random: random.fork('ways') })
  const abandon = () => void installation.stop().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abandon)
  try {
    report(`${topology}: open for business in ${folder}`)
    receiver.secret = await makeWebhook(
      urls[0],
      installation.demo.insurer.test.secret,
      receiver.url,
    )
    if (stripe !== null) {
      const path = await storeAccount(urls[0], installation.demo.insurer.test.secret)
      await stripe.sendTo(urls.map((url) => url + path))
    }
    const shop = await openShop({
      ...options,
      stripe,
      installation,
      client,
      ledger,
      random,
      isPatient: !options.isHurried,
    })
    await untilBusy(ledger)
    const killing = await killAtRandom({
      ...options,
      installation,
      ledger,
      random: random.fork('killer'),
      until: performance.now() + options.minutes * 60_000,
      onKill: (done, kind, victim) =>
        report(`${topology}: ${done}/${options.kills} ${kind}, ${victim}`),
    })
    const haste = options.isHurried ? hurry(installation) : null
    try {
      report(`${topology}: closing; everybody is served`)
      await shop.close()
      await stripe?.calmDown()
      report(`${topology}: auditing`)
      const balance = await audit({ ...options, installation, shop, ledger, receiver, stripe })
      return { topology, ledger, balance, ...killing }
    } finally {
      await haste?.stop()
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, abandon)
    await client.close()
    await receiver.close()
    await installation.stop()
    await stripe?.stop()
    await ledger.close()
  }
}

/** An endpoint of the insurer that gets every event; its secret is the answer. */
export async function makeWebhook(server: string, key: string, url: string): Promise<string> {
  const response = await fetch(`${server}/manage/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  const { secret } = (await response.json()) as { secret?: string } // As it is documented.
  if (secret === undefined) throw new Error(`the webhook was answered ${response.status}`)
  return secret
}

const calls: readonly Call[] = ['quote', 'offer', 'payment', 'cancellation', 'key', 'advance']
const lookAgainMs = 20

/** Nothing is worth killing before everything has been requested at least once. */
export async function untilBusy(ledger: Ledger): Promise<void> {
  const isBusy = () => {
    const acknowledged = new Set([...ledger.acknowledged.values()].map(({ call }) => call))
    return calls.every((call) => acknowledged.has(call))
  }
  while (!isBusy()) await sleep(lookAgainMs)
}
