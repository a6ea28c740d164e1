import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import { type DoubtCounts, countDoubts } from '../../payments/index.ts'

const countsKeptSeconds = 10
const countTimeoutMs = 2_000

/** While the database is down the counts are unknown. */
const unknown: DoubtCounts = {
  payments: Number.NaN,
  refunds: Number.NaN,
  payouts: Number.NaN,
  unmatched: Number.NaN,
}

/**
 * Payments, refunds and payouts that need manual resolution, counted at a scrape, but at most every ten
 * seconds.
 */
export function addDoubtGauges(
  registry: Registry,
  deps: { readonly db: Database; readonly clock: Clock },
): void {
  const current = remember(deps)
  const gauges = [
    ['payments', 'payments_in_doubt', 'Payments with an unknown outcome, over all accounts.'],
    ['refunds', 'refunds_in_doubt', 'Refunds that failed or are not confirmed, over all accounts.'],
    ['payouts', 'payouts_without_account', 'Payouts that need a bank account, over all accounts.'],
    [
      'unmatched',
      'reconciliation_unmatched',
      'Movements at payment providers that have not matched for two days, over all accounts.',
    ],
  ] as const
  for (const [what, name, help] of gauges) {
    const gauge: Gauge = new Gauge({
      name: `bindery_${name}`,
      help: `${help} NaN while the database is down.`,
      registers: [registry],
      collect: async (): Promise<void> => gauge.set((await current())[what]),
    })
  }
}

function remember(deps: {
  readonly db: Database
  readonly clock: Clock
}): () => Promise<DoubtCounts> {
  let known: { readonly at: Temporal.Instant; readonly counts: Promise<DoubtCounts> } | null = null
  return () => {
    const now = deps.clock()
    const ageSeconds =
      known === null ? Infinity : (now.epochMilliseconds - known.at.epochMilliseconds) / 1000
    if (known === null || ageSeconds < 0 || ageSeconds >= countsKeptSeconds) {
      known = { at: now, counts: countInTime(deps.db, now) }
    }
    return known.counts
  }
}

async function countInTime(db: Database, now: Temporal.Instant): Promise<DoubtCounts> {
  const over = new AbortController()
  const tooLate = sleep(countTimeoutMs, unknown, { signal: over.signal })
  try {
    return await Promise.race([countDoubts(db, now).catch(() => unknown), tooLate])
  } finally {
    over.abort()
    tooLate.catch(() => undefined) // It was aborted.
  }
}
