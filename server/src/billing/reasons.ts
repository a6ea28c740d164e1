import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const invoiceNotFound = notFound('Invoice', {
  code: 'invoice_not_found',
  when: 'You have no such invoice in this mode.',
  example: exampleIds.invoice,
})
export const invoiceNotOpen = reason({
  kind: 'not_open',
  code: 'invoice_not_open',
  when: 'The invoice has no amount left to pay.',
  message: (id: string, state: string) => `Invoice ${id} is not open: it is ${state}.`,
  example: [exampleIds.invoice, 'settled'],
})
export const paymentUnderWay = reason({
  kind: 'not_open',
  code: 'payment_under_way',
  when: 'A payment for the invoice is pending.',
  message: (id: string, paymentId: string) =>
    `Payment ${paymentId} for invoice ${id} is pending. Wait for its outcome, or resolve it.`,
  example: [exampleIds.invoice, exampleIds.payment],
})
export const invoiceSettled = reason({
  kind: 'not_open',
  code: 'invoice_settled',
  when: 'The invoice is settled, and the request does not state that this is additional money.',
  message: (id: string) =>
    `Invoice ${id} is settled: this money may be recorded already. If the customer paid twice, send overpayment: true: the money becomes credit of the customer.`,
  example: [exampleIds.invoice],
})
export const asksForNothing = reason({
  kind: 'not_open',
  code: 'asks_for_nothing',
  when: 'The invoice is a credit note or void, or it is proposed and can only be paid with its token.',
  message: (id: string, what: string) => `Invoice ${id} takes no receipt: it is ${what}.`,
  example: [exampleIds.invoice, 'void'],
})
export const otherCurrency = reason({
  kind: 'validation_failed',
  code: 'other_currency',
  when: 'The invoice is in another currency.',
  message: (id: string, currency: string, given: string) =>
    `Invoice ${id} is in ${currency}, not in ${given}. Record the amount that was credited to your account.`,
  errors: (_id, _currency, _given) => [{ code: 'invalid_value', field: 'currency' }],
  example: [exampleIds.invoice, 'eur', 'chf'],
})
export const receiptNotFound = notFound('Receipt', {
  code: 'receipt_not_found',
  when: 'You have no such receipt in this mode.',
  example: exampleIds.receipt,
})
export const receiptNotUnmatched = reason({
  kind: 'not_open',
  code: 'receipt_not_unmatched',
  when: 'The receipt was matched or dismissed, or is being matched.',
  message: (id: string, state: string) =>
    `Receipt ${id} is ${state}. Only an unmatched receipt can be matched or dismissed.`,
  example: [exampleIds.receipt, 'dismissed'],
})
