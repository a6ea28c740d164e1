import {
  type EventData,
  type EventType,
  type News,
  type EventDataBesides,
  familyNews,
} from '../events/index.ts'
import type { InvoiceId } from '../kernel/index.ts'
import type { Invoice } from '../ledger/index.ts'
import type { Payment, Refund } from './payment.ts'

type OfPayment = EventData<'payment.pending'>
type OfInvoice = Pick<EventData<'invoice.reopened'>, 'policy_id' | 'payment_id' | 'currency'>
type OfRefund = EventData<'refund.created'>

/** An event of a payment: its policy and its state. */
export function paymentEvent<Type extends Extract<EventType, `payment.${string}`>>(
  type: Type,
  payment: Payment,
  ...besides: EventDataBesides<Type, OfPayment>
): News {
  const { policyId: policy_id, amount, currency, provider } = payment
  const shared: OfPayment = { policy_id, amount, currency, provider }
  return familyNews<Type, OfPayment>(type, payment, shared, ...besides)
}

/** The payment is made, or promised where receipts are recorded one by one. */
export function paymentMade(payment: Payment): News {
  return paymentEvent('payment.ok', payment, payment.onAccount ? { on_account: true } : {})
}

/** Events of the invoices that a payment settled. */
export function invoicesSettled(payment: Payment, ids: readonly InvoiceId[]): News[] {
  const { policyId, currency } = payment
  return ids.map((id) => invoiceEvent('invoice.settled', payment, { id, policyId, currency }))
}

/** The proposed transaction is invoiced from now on, or was paid with this payment. */
export function transactionInvoiced(
  { livemode, insurerId, distributorId }: Payment,
  invoice: Invoice,
): News {
  const { id, policyId, kind, total: amount, currency, dueDay } = invoice
  const about = { id, policyId, livemode, insurerId, distributorId }
  const data = { policy_id: policyId, kind, amount, currency, due_day: dueDay.toString() }
  return { type: 'invoice.issued', about, data }
}

/** An event of an invoice that a payment caused. */
export function invoiceEvent<Type extends 'invoice.settled' | 'invoice.reopened'>(
  type: Type,
  { livemode, insurerId, distributorId, id: payment_id }: Payment,
  { id, policyId, currency }: Pick<Invoice, 'id' | 'policyId' | 'currency'>,
  ...besides: EventDataBesides<Type, OfInvoice>
): News {
  const shared: OfInvoice = { policy_id: policyId, payment_id, currency }
  const about = { id, policyId, livemode, insurerId, distributorId }
  return familyNews<Type, OfInvoice>(type, about, shared, ...besides)
}

/** An event of a refund: the payment, and the refunded amount. */
export function refundEvent<Type extends Extract<EventType, `refund.${string}`>>(
  type: Type,
  refund: Refund,
  ...besides: EventDataBesides<Type, OfRefund>
): News {
  const { policyId: policy_id, paymentId: payment_id, amount, currency } = refund
  const shared: OfRefund = { policy_id, payment_id, amount, currency }
  return familyNews<Type, OfRefund>(type, refund, shared, ...besides)
}
