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
  tell: (id: string, state: string) => `Invoice ${id} is not open: it is ${state}.`,
  example: [exampleIds.invoice, 'settled'],
})
