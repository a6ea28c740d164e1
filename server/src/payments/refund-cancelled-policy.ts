import type { Clock, PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type Policy, lockPolicies, selectPolicy } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import { decideRefund } from './decide-refund.ts'
import { orderRefund } from './order-refund.ts'
import { selectLivePayment } from './payment-store.ts'

/**
 * Orders back what a cancelled policy no longer covers, once for each cancellation, so the job may
 * run again without paying twice.
 */
export async function refundCancelledPolicy(
  deps: { readonly db: Database; readonly clock: Clock; readonly catalogue: Catalogue },
  order: { readonly policyId: PolicyId; readonly versionId: PolicyVersionId },
): Promise<void> {
  const policy = await selectPolicy(deps.db, order.policyId)
  const payment = await selectLivePayment(deps.db, order.policyId)
  if (policy === undefined || payment === undefined || payment.status !== 'ok') return
  const refund = await refundFor(deps.catalogue, policy, payment.amount)
  await deps.db.transactionOn(policy.id, async (tx) => {
    await lockPolicies(tx, [policy.id])
    const { currency } = payment
    await orderRefund(
      tx,
      { payment, policyVersionId: order.versionId, currency, ...refund },
      deps.clock(),
    )
  })
}

/** What the terms of the product give back of what was paid, for a policy that ends on its day. */
export async function refundFor(catalogue: Catalogue, policy: Policy, amountPaid: number) {
  const version = await catalogue.version(policy.productVersionId)
  if (version === undefined || policy.terminationDay === null) {
    throw new Error(`policy ${policy.id} was cancelled without a product version or a day`)
  }
  const method = version.definition.cancellation.refund
  const amount = decideRefund(method, {
    amountPaid,
    startDay: policy.startDay,
    endDay: policy.endDay,
    terminationDay: policy.terminationDay,
    frequency: version.plans.get(policy.planId)?.frequency ?? null,
  })
  return { method, amount }
}
