import { momentOf } from '../deadlines/index.ts'
import { foresee } from '../ledger/index.ts'
import {
  type CancellationOrder,
  type Policy,
  decideCancellation,
  endingRuleOf,
  findSale,
  readLaid,
} from '../policies/index.ts'
import { endTimeline } from '../timelines/index.ts'
import type { Refund } from './payment.ts'
import { selectPaymentsOf } from './payment-store.ts'
import type { OutcomeDeps } from './record-outcome.ts'
import { refundDue } from './refund-credit.ts'
import { selectRefundsOf } from './refund-store.ts'

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
  deps: OutcomeDeps,
  order: Omit<CancellationOrder, 'reason'>,
): Promise<CancellationPreview> {
  const policy = await findSale(deps.db, order.caller, order.policyId, deps.clock())
  const { now } = await momentOf(deps.db, deps.clock, policy)
  const terminationDay = decideCancellation(policy, order, now)
  const product = await deps.catalogue.version(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  const rule = endingRuleOf(product.definition, policy, now)
  const { timeline, charged } = await readLaid(deps, policy)
  const payments = await selectPaymentsOf(deps.db, policy.id)
  const ids = payments.map(({ id }) => id)
  const { refund: credit } = foresee(endTimeline(timeline, terminationDay, rule), charged)
  const amount = refundDue(credit, await selectRefundsOf(deps.db, ids))
  return {
    policy,
    terminationDay,
    refund: { method: rule.method, amount, currency: policy.currency },
  }
}
