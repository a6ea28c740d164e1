import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformContestant, Use } from '../contestant.ts'
import type { Offer } from '../seller.ts'
import { openWalReader } from './wal.ts'

/** What one request of a sale costs. */
export interface StepCost {
  /** Of the thread that answers, one request at a time. */
  readonly mainMicroseconds: number
  /** That the request waits for. */
  readonly statements: number
  readonly rows: number
  readonly indexEntries: number
  readonly walBytes: number
}

export const steps = ['quote', 'offer', 'payment'] as const
export type Step = (typeof steps)[number]
export type StepCosts = Readonly<Record<Step, StepCost>>

const requests = 400
const quietMs = 2500
const quietWithinMs = 60_000

/**
 * One request at a time, without a worker that runs jobs: what is written then depends neither on
 * who shares a commit nor on how fast the machine is. What a server writes after its answers counts
 * too: the log of requests, the order of events.
 */
export async function measureSteps(platform: PlatformContestant): Promise<StepCosts> {
  const { seller, server } = platform
  await server.work(false)
  const wal = await openWalReader(server.database)
  async function costOf(step: () => Promise<unknown>): Promise<StepCost> {
    await untilQuiet(platform)
    const from = await wal.position()
    const before = await platform.use()
    for (let n = 0; n < requests; n++) await step()
    const answered = await platform.use()
    await untilQuiet(platform)
    const { rows, indexEntries, walBytes } = await wal.written(from, await wal.position())
    const each = (total: number) => Math.round(total / requests)
    return {
      mainMicroseconds: each((answered.mainMs - before.mainMs) * 1000),
      // Without those of the few batches that are written beside.
      statements: Math.floor((answered.statements - before.statements) / requests),
      rows: each(rows),
      indexEntries: each(indexEntries),
      walBytes: each(walBytes),
    }
  }
  try {
    const tokens: string[] = []
    const offers: Offer[] = []
    return {
      quote: await costOf(async () => tokens.push((await seller.quote()).token)),
      offer: await costOf(async () => offers.push(await seller.offer(taken(tokens)))),
      payment: await costOf(() => seller.pay(taken(offers))),
    }
  } finally {
    await wal.close()
    await server.work(true)
  }
}

function taken<One>(made: One[]): One {
  const one = made.pop()
  if (one === undefined) throw new Error('each step takes what the one before has made')
  return one
}

/** Some write now and then what others have left: a server that is never quiet is not measured. */
async function untilQuiet(platform: PlatformContestant): Promise<void> {
  const giveUpAt = performance.now() + quietWithinMs
  let before: Use
  do {
    if (performance.now() > giveUpAt) {
      throw new Error(`the server still asks its database after ${quietWithinMs / 1000} seconds`)
    }
    before = await platform.use()
    await sleep(quietMs)
  } while ((await platform.use()).statements !== before.statements)
}
