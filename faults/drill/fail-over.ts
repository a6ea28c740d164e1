import { setTimeout as sleep } from 'node:timers/promises'
import { untilRecovered } from '../killer/recovery.ts'
import type { Ledger } from '../ledger.ts'
import type { Random } from '../random.ts'
import type { FailoverKind, Replicated } from './replicated.ts'

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

const calmMaxMs = 2_000
const lookAgainMs = 20
const servedTimeoutMs = 120_000

/** Loses the primary, waits until all are served by another, and has a standby rebuilt. */
export async function failOver(options: {
  readonly installation: Replicated
  readonly ledger: Ledger
  readonly random: Random
  readonly kind: FailoverKind
  /** When requests were acknowledged, by `performance.now()`. */
  readonly servedAt: readonly number[]
}): Promise<Failover> {
  const { installation, ledger, random, kind, servedAt } = options
  await sleep(random.between(0, calmMaxMs))
  const loss = await installation.lose(kind, random)
  const { at, lost, promoted, timeline, lostMs, promotedMs } = loss
  ledger.note('failover', { kind, lost, promoted })
  await untilServed(servedAt, promotedMs, ledger)
  const recovered = await untilRecovered(installation)
  if (recovered === null) ledger.violate('not every process followed the promotion', { kind, at })
  const unservedMs = longestSilence(servedAt, lostMs, performance.now())
  await loss.rebuild()
  const promotedAfterMs = promotedMs - lostMs
  return { at, kind, lost, promoted, timeline, promotedAfterMs, unservedMs }
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
