import type { EventType, News } from '../events/index.ts'
import type { InvoiceId, JsonObject } from '../kernel/index.ts'
import type { Invoice } from '../ledger/index.ts'
import type { Payment, Refund } from './payment.ts'

/** News of a payment: which policy it pays and how it stands. */
export function paymentEvent(
  type: Extract<EventType, `payment.${string}`>,
  payment: Payment,
  told: JsonObject = {},
): News {
  return {
    type,
    about: payment,
    data: {
      policy_id: payment.policyId,
      amount: payment.amount,
      currency: payment.currency,
      provider: payment.provider,
      ...told,
    },
  }
}

/** It is made, or promised where what comes is received one by one. */
export function paymentMade(payment: Payment): News {
  return paymentEvent('payment.ok', payment, payment.onAccount ? { on_account: true } : {})
}

/** Of these invoices a payment has left nothing open. */
export function invoicesSettled(payment: Payment, ids: readonly InvoiceId[]): News[] {
  const { policyId, currency } = payment
  return ids.map((id) => invoiceEvent('invoice.settled', payment, { id, policyId, currency }))
}

/** News of an invoice, by a payment that made it. */
export function invoiceEvent(
  type: Extract<EventType, `invoice.${string}`>,
  { livemode, insurerId, distributorId, id: paymentId }: Payment,
  { id, policyId, currency }: Pick<Invoice, 'id' | 'policyId' | 'currency'>,
  told: JsonObject = {},
): News {
  return {
    type,
    about: { id, livemode, insurerId, distributorId },
    data: { policy_id: policyId, payment_id: paymentId, currency, ...told },
  }
}

/** News of a refund: of which payment it gives how much back. */
export function refundEvent(
  type: Extract<EventType, `refund.${string}`>,
  refund: Refund,
  told: JsonObject = {},
): News {
  return {
    type,
    about: refund,
    data: {
      policy_id: refund.policyId,
      payment_id: refund.paymentId,
      amount: refund.amount,
      currency: refund.currency,
      ...told,
    },
  }
}
