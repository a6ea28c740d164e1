import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const invoiceNotFound = notFound('Invoice', {
  code: 'invoice',
  when: 'You have no such invoice in this mode.',
  example: exampleIds.invoice,
})
export const invoiceNotOpen = reason({
  kind: 'not_open',
  code: 'invoice_not_open',
  when: 'Nothing of it is to be paid.',
  message: (id: string, state: string) => `Invoice ${id} is not open: it is ${state}.`,
  example: [exampleIds.invoice, 'settled'],
})
export const paymentUnderWay = reason({
  kind: 'not_open',
  code: 'payment_under_way',
  when: 'A payment for it has not been decided yet: it may be made.',
  message: (id: string, paymentId: string) =>
    `Payment ${paymentId} for invoice ${id} is pending. Write off what is open once it has failed, or resolve it first.`,
  example: [exampleIds.invoice, exampleIds.payment],
})
export const invoiceSettled = reason({
  kind: 'not_open',
  code: 'invoice_settled',
  when: 'Nothing of it is open, and the order does not say that it was paid twice.',
  message: (id: string) =>
    `Invoice ${id} is settled: perhaps this money was recorded before. Where it truly came in besides, say overpayment: true; it becomes the customer's credit.`,
  example: [exampleIds.invoice],
})
export const asksForNothing = reason({
  kind: 'not_open',
  code: 'asks_for_nothing',
  when: 'It is a credit note, void, or proposed and so paid with its token.',
  message: (id: string, what: string) => `Invoice ${id} asks for no transfer: it is ${what}.`,
  example: [exampleIds.invoice, 'void'],
})
export const otherCurrency = reason({
  kind: 'validation_failed',
  code: 'other_currency',
  when: 'The invoice is in another currency.',
  message: (id: string, currency: string, given: string) =>
    `Invoice ${id} is in ${currency}, not in ${given}. Book what it came to on your account.`,
  errors: (_id, _currency, _given) => [{ code: 'invalid_value', field: 'currency' }],
  example: [exampleIds.invoice, 'eur', 'chf'],
})
export const receiptNotFound = notFound('Receipt', {
  code: 'receipt',
  when: 'You have no such receipt in this mode.',
  example: exampleIds.receipt,
})
export const receiptNotUnmatched = reason({
  kind: 'not_open',
  code: 'receipt_not_unmatched',
  when: 'It was matched or dismissed, or is just being matched.',
  message: (id: string, state: string) => `Receipt ${id} is not unmatched: it is ${state}.`,
  example: [exampleIds.receipt, 'dismissed'],
})
