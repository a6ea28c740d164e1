import { type Clock, type PolicyId, type PolicyVersionId, mintId } from '../kernel/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Policy, lockPolicies, selectPolicy } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import { decideRefund } from './decide-refund.ts'
import type { Payment, Refund } from './payment.ts'
import {
  insertRefund,
  selectLivePayment,
  selectRefundOfVersion,
  updateRefundOutcome,
} from './payment-store.ts'
import { type SettleDeps, askInTime } from './settle-payment.ts'

/**
 * Gives back what a cancelled policy no longer covers. The refund is recorded before the provider
 * is called, once for each cancellation, so the job may run again without paying twice.
 */
export async function refundCancelledPolicy(
  deps: SettleDeps & { readonly catalogue: Catalogue; readonly clock: Clock },
  order: { readonly policyId: PolicyId; readonly versionId: PolicyVersionId },
): Promise<void> {
  const policy = await selectPolicy(deps.db, order.policyId)
  const payment = await selectLivePayment(deps.db, order.policyId)
  if (policy === undefined || payment === undefined || payment.status !== 'ok') return
  const refund =
    (await selectRefundOfVersion(deps.db, order.versionId)) ??
    (await recordRefund(deps, policy, payment, order.versionId))
  if (refund === null || refund.status !== 'pending') return
  const provider = deps.providers.get(payment.provider)
  if (provider === undefined) throw new Error(`payment provider ${payment.provider} is gone`)
  const answer = await askInTime(deps, (signal) => provider.refund(refund, payment, signal))
  if (answer.status === 'pending') throw new Error(`refund ${refund.id} is not confirmed yet`)
  await deps.db.transaction(async (tx) => {
    await lockPolicies(tx, [policy.id])
    await updateRefundOutcome(tx, refund.id, answer, deps.clock())
  })
}

async function recordRefund(
  deps: SettleDeps & { readonly catalogue: Catalogue },
  policy: Policy,
  payment: Payment,
  versionId: PolicyVersionId,
): Promise<Refund | null> {
  const version = await deps.catalogue.version(policy.productVersionId)
  if (version === undefined || policy.terminationDay === null) {
    throw new Error(`policy ${policy.id} was cancelled without a product version or a day`)
  }
  const method = version.definition.cancellation.refund
  const amount = decideRefund(method, {
    amountPaid: payment.amount,
    startDay: policy.startDay,
    endDay: policy.endDay,
    terminationDay: policy.terminationDay,
    frequency: version.plans.get(policy.planId)?.frequency ?? null,
  })
  if (amount === 0) return null
  const now = deps.clock()
  const refund: Refund = {
    id: mintId('ref', now),
    paymentId: payment.id,
    policyId: policy.id,
    policyVersionId: versionId,
    status: 'pending',
    method,
    amount,
    currency: payment.currency,
    reference: null,
    reason: null,
    createdAt: now,
    processedAt: null,
  }
  await deps.db.transaction(async (tx) => {
    await lockPolicies(tx, [policy.id])
    if (!(await insertRefund(tx, refund))) return
    await recordEvents(
      tx,
      [
        {
          type: 'refund.created',
          livemode: policy.livemode,
          insurerId: policy.insurerId,
          distributorId: policy.distributorId,
          subjectId: refund.id,
          data: { policy_id: policy.id, payment_id: payment.id, amount, currency: refund.currency },
        },
      ],
      now,
    )
  })
  return (await selectRefundOfVersion(deps.db, versionId)) ?? refund
}
