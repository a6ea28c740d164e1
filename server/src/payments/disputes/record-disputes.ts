import { type Moment, mintId } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import { type EventData, type News, recordEvents } from '../../events/index.ts'
import { postDisputeLoss } from '../../ledger/index.ts'
import { momentOfPolicy } from '../../policies/index.ts'
import { onPayment } from '../on-payment.ts'
import type { Payment } from '../payment.ts'
import type { OutcomeDeps } from '../record-outcome.ts'
import { type Dispute, type ProviderDispute, eventOfState, isOver } from './dispute.ts'
import { selectDisputes, upsertDispute } from './dispute-store.ts'

/** Records how the disputes of a payment stand, after its own state was recorded. */
export async function recordDisputes(
  deps: OutcomeDeps,
  known: Payment,
  found: readonly ProviderDispute[],
): Promise<void> {
  if (found.length === 0) return
  await onPayment(deps.db, known, async (tx, payment) => {
    const references = found.map(({ reference }) => reference)
    const [before, moment] = await Promise.all([
      selectDisputes(tx, payment, payment.provider, references),
      momentOfPolicy(tx, deps.clock, payment.policyId),
    ])
    for (const one of found) {
      await record(tx, payment, before.get(one.reference), one, moment)
    }
  })
}

async function record(
  tx: Transaction,
  payment: Payment,
  before: Dispute | undefined,
  found: ProviderDispute,
  moment: Moment,
): Promise<void> {
  const { id: paymentId, policyId, insurerId, distributorId, productId, livemode } = payment
  const isNewlyLoss = before?.isLoss !== true && isLossOf(payment, found)
  const dispute: Dispute = {
    ...found,
    id: before?.id ?? mintId('dsp', moment),
    paymentId,
    policyId,
    insurerId,
    distributorId,
    productId,
    livemode,
    provider: payment.provider,
    isLoss: before?.isLoss === true || isNewlyLoss,
    closedAt: isOver(found.state) ? (before?.closedAt ?? moment.now) : null,
  }
  if (isNewlyLoss) await postDisputeLoss(tx, dispute, moment.real)
  await upsertDispute(tx, dispute)
  const news: News[] = before === undefined ? [disputeEvent('dispute.opened', dispute)] : []
  const isMoved = before === undefined ? isOver(found.state) : before.state !== found.state
  if (isMoved) news.push(disputeEvent(eventOfState(found.state), dispute))
  await recordEvents(tx, news, moment)
}

/**
 * Lost money that the customer does not owe again: the payment had been given back before, or the
 * bank took a part of it alone. What was taken back whole is owed again, as a charge-back.
 */
function isLossOf(payment: Payment, { state, amount }: ProviderDispute): boolean {
  if (state !== 'lost' || payment.chargedBackAt !== null) return false
  return payment.unappliedAt !== null || amount !== payment.amount
}

function disputeEvent(
  type: 'dispute.opened' | 'dispute.updated' | 'dispute.won' | 'dispute.lost' | 'dispute.closed',
  dispute: Dispute,
): News {
  const data: EventData<'dispute.opened'> = {
    policy_id: dispute.policyId,
    payment_id: dispute.paymentId,
    state: dispute.state,
    amount: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    evidence_due_at: dispute.evidenceDueAt?.toString() ?? null,
  }
  return { type, about: dispute, data }
}
