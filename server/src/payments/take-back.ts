import type { Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Invoice, postChargeBack, selectInvoicesOf } from '../ledger/index.ts'
import type { Policy } from '../policies/index.ts'
import { endMandate } from './give-mandate.ts'
import { leaveToCustomer } from './handle-decline.ts'
import { selectActiveMandate } from './mandate-store.ts'
import type { Payment } from './payment.ts'
import { invoiceEvent, paymentEvent } from './payment-event.ts'
import { updatePaymentChargedBack } from './payment-store.ts'
import { tillOf } from './provider.ts'

/**
 * The money of a payment that was made was taken back: what it paid for is owed again, and what it was
 * taken by, or has given us to take the next with, is no longer used. What was given back of it
 * stays given back, and the cover stays as it is. With the policy locked.
 */
export async function takeBack(
  tx: Transaction,
  { payment, policy, reason }: { payment: Payment; policy: Policy; reason: string },
  moment: Moment,
): Promise<void> {
  const { policyId, id: paymentId, amount } = payment
  await updatePaymentChargedBack(tx, payment.id, reason, moment.now)
  const invoice = await invoicePaidBy(tx, payment)
  const taken = { policy, invoiceId: invoice.id, paymentId, amount, till: tillOf(payment) }
  const owed = await postChargeBack(tx, taken, moment.now)
  const news = [
    paymentEvent('payment.charged_back', payment),
    ...(owed > 0 ? [invoiceEvent('invoice.reopened', payment, invoice, { amount: owed })] : []),
  ]
  await recordEvents(tx, news, moment)
  if (owed > 0) await leaveToCustomer(tx, policy, invoice.id, moment)
  const mandate = await selectActiveMandate(tx, policyId)
  if (mandate?.id === payment.mandateId || mandate?.givenBy === payment.id) {
    await endMandate(tx, policy, mandate, { state: 'declined', reason }, moment)
  }
}

async function invoicePaidBy(tx: Transaction, payment: Payment): Promise<Invoice> {
  const invoices = await selectInvoicesOf(tx, payment.policyId)
  const { invoiceId } = payment
  const paid = invoices.find(({ id, kind }) =>
    invoiceId === null ? kind === 'sale' : id === invoiceId,
  )
  if (paid === undefined) throw new Error(`payment ${payment.id} has paid no invoice`)
  return paid
}
