import type { DomainEvent } from '../events/index.ts'
import type { Payment } from './payment.ts'

/** News of a payment: which policy it pays and how it stands. */
export function paymentEvent(
  type: 'payment.pending' | 'payment.ok' | 'payment.failed',
  payment: Payment,
): DomainEvent {
  return {
    type,
    livemode: payment.livemode,
    insurerId: payment.insurerId,
    distributorId: payment.distributorId,
    subjectId: payment.id,
    data: {
      policy_id: payment.policyId,
      amount: payment.amount,
      currency: payment.currency,
      provider: payment.provider,
    },
  }
}
