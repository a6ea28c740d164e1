import type { Invoice } from '../ledger/index.ts'
import type { Payment } from '../payments/index.ts'

/** Whether a payment is for an invoice: that of the sale names none. */
export function paysFor(
  { invoiceId }: Pick<Payment, 'invoiceId'>,
  { id, kind }: Pick<Invoice, 'id' | 'kind'>,
): boolean {
  return invoiceId === id || (invoiceId === null && kind === 'sale')
}
