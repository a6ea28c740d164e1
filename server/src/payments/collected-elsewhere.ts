import { type InvoiceId, type Moment, mintPaymentId } from '../kernel/index.ts'
import type { Payment } from './payment.ts'

/**
 * Who paid so before and was not collected from by us pays so again: the payment of an invoice that
 * the insurer or the distributor collects.
 */
export function collectedElsewhere(
  before: Payment,
  { invoiceId, amount }: { readonly invoiceId: InvoiceId; readonly amount: number },
  moment: Moment,
): Payment & { readonly status: 'ok' } {
  return {
    ...before,
    id: mintPaymentId(moment),
    invoiceId,
    status: 'ok',
    amount,
    chargeId: null,
    reference: null,
    reason: null,
    errorCode: null,
    createdAt: moment.now,
    processedAt: moment.now,
    askAt: null,
    doubt: null,
    doubtSince: null,
    lateAt: null,
    unappliedAt: null,
    receivedOn: null,
    onAccount: false,
    mandateId: null,
    attempt: null,
    chargedBackAt: null,
    needsCustomerSince: null,
    processingSince: null,
  }
}
