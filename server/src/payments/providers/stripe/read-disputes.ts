import type { Stripe } from 'stripe'
import type { DisputeState, ProviderDispute } from '../../disputes/dispute.ts'
import type { Payment } from '../../payment.ts'
import { fromStripe } from './stripe-amount.ts'
import type { StripeAccount } from './stripe-client.ts'

/** All disputes of a payment. */
export async function readDisputes(
  { api }: StripeAccount,
  { reference, livemode }: Payment,
): Promise<ProviderDispute[]> {
  if (reference === null) return []
  const found: ProviderDispute[] = []
  for await (const one of api.disputes.list({ payment_intent: reference, limit: 100 })) {
    found.push(readDispute(one, livemode))
  }
  return found
}

function readDispute(one: Stripe.Dispute, livemode: boolean): ProviderDispute {
  const { due_by: due } = one.evidence_details
  return {
    reference: one.id,
    state: states[one.status] ?? 'unclear',
    amount: fromStripe(one.amount, one.currency),
    currency: one.currency,
    fee: one.balance_transactions.reduce(
      (sum, { fee, currency }) => sum + fromStripe(fee, currency),
      0,
    ),
    reason: one.reason,
    evidenceDueAt: due === null ? null : momentOf(due),
    url: `https://dashboard.stripe.com/${livemode ? '' : 'test/'}disputes/${one.id}`,
    openedAt: momentOf(one.created),
  }
}

function momentOf(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
}

/** Whatever is not listed is unknown here. An appeal is one more round of the same. */
const states: Readonly<Record<string, DisputeState>> = {
  needs_response: 'needs_response',
  appeal_needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
  warning_needs_response: 'warning_needs_response',
  warning_under_review: 'warning_under_review',
  warning_closed: 'warning_closed',
}
