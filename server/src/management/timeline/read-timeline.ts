import { todayIn } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import {
  type KnownVersion,
  type Policy,
  instalmentsDue,
  policyNotFound,
  readBilled,
  selectVersionKnown,
} from '../../policies/index.ts'
import { type ReadTransaction, readTransactions } from '../../policy-transactions/index.ts'
import type { Catalogue } from '../../products/index.ts'
import { type DuePeriod, type PeriodPrice, pricePeriod } from '../../timelines/index.ts'

/** All days of a policy as known at a moment, and the transactions that were requested by then. */
export interface ReadTimeline {
  readonly known: KnownVersion
  readonly transactions: readonly ReadTransaction[]
  /** The next period that is charged, as of now; null where none is to come. */
  readonly next: (DuePeriod & { readonly price: PeriodPrice }) | null
}

export async function readTimeline(
  deps: { readonly db: Database; readonly catalogue: Catalogue },
  policy: Policy,
  knownAt: Temporal.Instant,
): Promise<ReadTimeline> {
  const [known, transactions] = await Promise.all([
    selectVersionKnown(deps.db, policy.id, knownAt),
    readTransactions(deps.db, policy.id),
  ])
  if (known === undefined) throw policyNotFound(policy.id)
  return {
    known,
    transactions: transactions.filter(
      ({ version }) => Temporal.Instant.compare(version.createdAt, knownAt) <= 0,
    ),
    next: await nextInstalment(deps, policy, knownAt),
  }
}

async function nextInstalment(
  { db, catalogue }: { readonly db: Database; readonly catalogue: Catalogue },
  policy: Policy,
  now: Temporal.Instant,
): Promise<ReadTimeline['next']> {
  const product = await catalogue.version(policy.productVersionId)
  if (policy.issuedAt === null || product === undefined) return null
  const billed = await readBilled(db, policy)
  const { due, next } = instalmentsDue(
    { policy, product, ...billed },
    todayIn(policy.timeZone, now),
  )
  const first = due[0] ?? next
  return first === null ? null : { ...first, price: pricePeriod(billed.timeline, first.period) }
}
