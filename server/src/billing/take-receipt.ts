import { type InvoiceId, mintPaymentId } from '../kernel/index.ts'
import { type Transaction, combineStatements } from '../database/index.ts'
import { type News, recordEvents } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import { arrearsMoved, postPayment } from '../ledger/index.ts'
import {
  type Payment,
  closeOutdatedForms,
  invoicesSettled,
  paymentsMade,
} from '../payments/index.ts'
import type { HeldInvoice } from './on-invoice.ts'

/** Money that came by itself for an invoice. */
export interface ReceivedMoney {
  readonly amount: number
  readonly receivedOn: Temporal.PlainDate
  /** The reference on the bank line. */
  readonly reference: string | null
}

/**
 * Posts money that came for an invoice, in the transaction that has locked its policy. An excess pays
 * other open invoices; the rest becomes credit, and is refunded where no later period uses it up.
 */
export async function takeReceipt(
  tx: Transaction,
  { invoice, policy, moment }: HeldInvoice,
  money: ReceivedMoney,
  /** Whether it was posted before, as money that belongs to no invoice. */
  wasUnmatched = false,
): Promise<Payment> {
  const payment = paymentOf({ invoice, policy, moment }, money)
  const { id: paymentId, policyId, amount } = payment
  await tx.query(combineStatements([paymentsMade([payment])]))
  const { receivedOn: valueDay } = money
  const till = wasUnmatched ? 'unmatched_receipts' : 'bank'
  const paid = { invoiceId: invoice.id, paymentId, amount, till, valueDay } as const
  const { credit, settled } = await postPayment(tx, { ...paid, policy }, moment.now)
  await arrearsMoved(tx, policy, moment)
  await closeOutdatedForms(tx, policy.id)
  if (credit > 0) {
    const job = { policyId, versionId: policy.versionId, cause: paymentId }
    await enqueue(tx, 'credit_due', job)
  }
  const recorded = receiptRecorded(payment, invoice.id)
  await recordEvents(tx, [recorded, ...invoicesSettled(payment, settled)], moment)
  return payment
}

/** Money that came by bank was posted to an invoice. */
export function receiptRecorded(payment: Payment, invoiceId: InvoiceId): News {
  const { policyId: policy_id, amount, currency, receivedOn } = payment
  const received_on = receivedOn?.toString() ?? ''
  const data = { policy_id, invoice_id: invoiceId, amount, currency, received_on }
  return { type: 'receipt.recorded', about: payment, data }
}

function paymentOf({ invoice, policy, moment }: HeldInvoice, money: ReceivedMoney): Payment {
  return {
    id: mintPaymentId(moment),
    policyId: policy.id,
    invoiceId: invoice.id,
    livemode: policy.livemode,
    insurerId: policy.insurerId,
    distributorId: policy.distributorId,
    productId: policy.productId,
    customerId: policy.customerId,
    firstName: policy.firstName,
    lastName: policy.lastName,
    provider: 'invoice',
    method: 'transfer',
    status: 'ok',
    amount: money.amount,
    currency: invoice.currency,
    chargeId: null,
    reference: money.reference,
    reason: null,
    errorCode: null,
    createdAt: moment.now,
    processedAt: moment.now,
    askAt: null,
    doubt: null,
    doubtSince: null,
    lateAt: null,
    receivedOn: money.receivedOn,
    onAccount: false,
    unappliedAt: null,
    mandateId: null,
    attempt: null,
    chargedBackAt: null,
    needsCustomerSince: null,
    processingSince: null,
  }
}
