import type { PolicyVersionId } from '../kernel/index.ts'
import { type Transaction, together } from '../database/index.ts'
import type { Timeline } from '../timelines/index.ts'
import { bookOldRefund } from './book-refunds.ts'
import { salesBooked } from './book-sales.ts'
import type { BilledPolicy } from './invoice.ts'
import { takeUnbooked } from './ledger-store.ts'
import type { FindTax } from './lines-of.ts'
import { reckon } from './reckon.ts'

/** A version that holds or has held, and since when. */
interface OldVersion {
  readonly id: PolicyVersionId
  readonly timeline: Timeline
  readonly at: Temporal.Instant
}

/**
 * Books the money of a policy from before the ledger, as if it had been booked all along: the sale,
 * what every version changed and what was given back. One that is booked stays as it is.
 */
export async function bookOld(
  tx: Transaction,
  policy: BilledPolicy & { readonly quote: { readonly premium: { readonly taxRate: number } } },
  /** Those of the policy, oldest first: asked for only where it is not booked. */
  versionsOf: () => Promise<readonly OldVersion[]>,
  taxOf: FindTax,
): Promise<void> {
  const { id: policyId } = policy
  const unbooked = await takeUnbooked(tx, policyId)
  if (unbooked === undefined) return
  const { paymentId, till, refunds } = unbooked
  const [sold, ...later] = await versionsOf()
  if (sold === undefined) throw new Error(`policy ${policyId} was sold without a version`)
  const { id: versionId, timeline, at } = sold
  const { taxRate } = policy.quote.premium
  const sale = { policy, versionId, timeline, paymentId, till, taxRate }
  const parts = salesBooked([sale], at, { areOld: true })
  await tx.query(together(parts))
  for (const { id, timeline, at: when } of later) {
    await reckon(tx, { policy, versionId: id, timeline, when, isOld: true, taxOf })
  }
  const last = later.at(-1)?.at ?? at
  for (const { id: refundId, ...refund } of refunds) {
    await bookOldRefund(tx, { policyId, refundId, ...refund, till }, last)
  }
}
