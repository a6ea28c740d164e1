import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import {
  type CancellationOrder,
  type Policy,
  decideCancellation,
  findSale,
} from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import { refundFor } from './refund-cancelled-policy.ts'
import type { Refund } from './payment.ts'
import { selectLivePayment } from './payment-store.ts'

export interface CancellationPreview {
  readonly policy: Policy
  readonly terminationDay: Temporal.PlainDate
  readonly refund: Pick<Refund, 'amount' | 'currency' | 'method'>
}

/**
 * What a cancellation would come to, were it ordered now: refused where the order would be, and the
 * refund as the job after it decides it. Nothing changes.
 */
export async function previewCancellation(
  deps: { readonly db: Database; readonly clock: Clock; readonly catalogue: Catalogue },
  order: Omit<CancellationOrder, 'reason'>,
): Promise<CancellationPreview> {
  const policy = await findSale(deps.db, order.caller, order.policyId, deps.clock())
  const terminationDay = decideCancellation(policy, order, deps.clock())
  const payment = await selectLivePayment(deps.db, policy.id)
  const amountPaid = payment?.status === 'ok' ? payment.amount : 0
  const refund = await refundFor(deps.catalogue, { ...policy, terminationDay }, amountPaid)
  const amount = Math.max(refund.amount, 0)
  return {
    policy,
    terminationDay,
    refund: { ...refund, amount, currency: payment?.currency ?? policy.currency },
  }
}
