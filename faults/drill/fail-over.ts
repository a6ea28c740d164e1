import { setTimeout as sleep } from 'node:timers/promises'
import {
  followPrimary,
  makeSynchronous,
  promote,
} from '@bindery/server/test/support/replicated-postgres.ts'
import { untilRecovered } from '../killer/recovery.ts'
import type { Ledger } from '../ledger.ts'
import type { Random } from '../random.ts'
import type { Replicated } from './replicated.ts'

export const failoverKinds = ['killed', 'frozen'] as const
export type FailoverKind = (typeof failoverKinds)[number]

/** One loss of a primary, as it goes into the report. */
export interface Failover {
  readonly at: string
  readonly kind: FailoverKind
  readonly lost: string
  readonly promoted: string
  readonly timeline: number
  /** From the loss until the standby took writes. */
  readonly promotedAfterMs: number
  /** The longest time without an acknowledged request of anybody around the loss. */
  readonly unservedMs: number
}

/** Somebody who watches the primary takes this long to be sure that it is gone. */
const noticeMaxMs = 1_000
const calmMaxMs = 2_000
/** How long a frozen primary runs on beside the new one before it is rebuilt. */
const twoPrimariesMs = 1_500
const lookAgainMs = 20
const servedTimeoutMs = 120_000

/** Loses the primary, promotes the standby, waits until all are served, and rebuilds a standby. */
export async function failOver(options: {
  readonly installation: Replicated
  readonly ledger: Ledger
  readonly random: Random
  readonly kind: FailoverKind
  /** When requests were acknowledged, by `performance.now()`. */
  readonly servedAt: readonly number[]
}): Promise<Failover> {
  const { installation, ledger, random, kind, servedAt } = options
  const [lost, promoted] = [installation.primary(), installation.standby()]
  await sleep(random.between(0, calmMaxMs))
  const at = new Date().toISOString()
  const lostMs = performance.now()
  if (kind === 'killed') await lost.kill()
  else await lost.freeze()
  await sleep(random.between(0, noticeMaxMs))
  await promote(promoted)
  installation.swap()
  const promotedMs = performance.now()
  ledger.note('failover', { kind, lost: lost.name, promoted: promoted.name })
  await untilServed(servedAt, promotedMs, ledger)
  const recovered = await untilRecovered(installation)
  if (recovered === null) ledger.violate('not every process followed the promotion', { kind, at })
  const unservedMs = longestSilence(servedAt, lostMs, performance.now())
  if (kind === 'frozen') {
    await lost.thaw()
    await sleep(twoPrimariesMs)
    await lost.kill()
  }
  const [row] = await promoted.ask<{ timeline: number }>(
    `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
  )
  await followPrimary(promoted, lost)
  await makeSynchronous(promoted, lost)
  return {
    at,
    kind,
    lost: lost.name,
    promoted: promoted.name,
    timeline: row?.timeline ?? 0,
    promotedAfterMs: promotedMs - lostMs,
    unservedMs,
  }
}

async function untilServed(
  servedAt: readonly number[],
  sinceMs: number,
  ledger: Ledger,
): Promise<void> {
  while ((servedAt.at(-1) ?? 0) < sinceMs) {
    if (performance.now() - sinceMs > servedTimeoutMs) {
      ledger.violate('nobody was served after a promotion', { servedTimeoutMs })
      return
    }
    await sleep(lookAgainMs)
  }
}

/** Between two acknowledgements that follow each other, one of them after the loss. */
export function longestSilence(servedAt: readonly number[], from: number, to: number): number {
  let longest = 0
  for (let at = servedAt.length - 1; at > 0; at--) {
    const [before = 0, after = 0] = [servedAt[at - 1], servedAt[at]]
    if (after <= from) break
    if (before < to) longest = Math.max(longest, after - before)
  }
  return longest
}
