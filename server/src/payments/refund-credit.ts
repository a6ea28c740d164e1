import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type BillingAdjustment, previewBilling } from '../ledger/index.ts'
import { lockPolicies, momentOfPolicy, readBilledPolicy } from '../policies/index.ts'
import type { LifeSettings } from '../products/index.ts'
import type { Timeline } from '../timelines/index.ts'
import { requestRefund } from './request-refund.ts'
import { type Payment, type Refund, unapplied } from './payment.ts'
import { selectPaymentsOf } from './payment-store.ts'
import type { OutcomeDeps } from './record-outcome.ts'
import { selectRefundsOf } from './refund-store.ts'

/**
 * Refunds the credit of a policy that no later period will use up, or all of it where
 * the product gives back at once: newest payment first, and of none more than it was. The ledger knows how much is left, so the job may run again
 * without paying twice.
 */
export async function refundCredit(
  deps: OutcomeDeps,
  request: {
    readonly policyId: PolicyId
    readonly versionId: PolicyVersionId
    /** What made the credit, where it was not the version: each gives back of a payment once. */
    readonly cause?: string
  },
): Promise<void> {
  const { policyId, versionId: policyVersionId } = request
  await deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const { product, timeline, charged } = await readBilledPolicy(deps, tx, policyId)
    const moment = await momentOfPolicy(tx, deps.clock, policyId)
    const { life } = product.definition
    const method = refundMethod(timeline)
    const parts = await decideGivenBack(tx, policyId, previewBilling(timeline, charged), life)
    for (const { payment, amount } of parts) {
      const cause = `credit ${request.cause ?? policyVersionId}`
      const { currency } = payment
      await requestRefund(tx, { payment, policyVersionId, cause, method, amount, currency }, moment)
    }
  })
}

/** The method of a refund: after an endorsement always pro rata by days. */
export function refundMethod({ ending }: Timeline): Refund['method'] {
  return ending?.rule.method ?? 'pro_rata'
}

interface RefundPart {
  readonly payment: Payment
  readonly amount: number
}

/** The part of a policy's credit that is refunded, and of which payments. */
export async function decideGivenBack(
  db: Queryable,
  policyId: PolicyId,
  { credit, refund }: Pick<BillingAdjustment, 'credit' | 'refund'>,
  life: LifeSettings,
): Promise<RefundPart[]> {
  const payments = await selectPaymentsOf(db, policyId)
  // Nothing has come with what is on account, so nothing of it can be given back.
  const made = payments.filter(({ status, onAccount }) => status === 'ok' && !onAccount)
  const refunds = await selectRefundsOf(
    db,
    made.map(({ id }) => id),
  )
  const due = refundDue(life.refund === 'at_once' ? credit : refund, refunds)
  return spreadRefund(due, made.toReversed(), refunds)
}

/** A failed refund is credit again, but already waits for a person to resolve it. */
export function refundDue(credit: number, refunds: readonly Refund[]): number {
  const waiting = refunds.filter(({ status, cause }) => status === 'failed' && cause !== unapplied)
  return Math.max(0, credit - sumOf(waiting))
}

/** Takes an amount from payments, one after the other, as far as each still has it. */
export function spreadRefund<Paid extends Pick<Payment, 'id' | 'amount'>>(
  amount: number,
  payments: readonly Paid[],
  refunds: readonly Pick<Refund, 'paymentId' | 'amount'>[],
): { readonly payment: Paid; readonly amount: number }[] {
  let left = amount
  return payments.flatMap((payment) => {
    const returned = sumOf(refunds.filter(({ paymentId }) => paymentId === payment.id))
    const part = Math.min(left, payment.amount - returned)
    left -= part
    return part > 0 ? [{ payment, amount: part }] : []
  })
}

function sumOf(refunds: readonly Pick<Refund, 'amount'>[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}
