import type { CustomerId } from '../kernel/index.ts'
import type { Invoice, InvoiceNumber } from '../ledger/index.ts'
import type { Payment } from '../payments/index.ts'
import type { FoundSale } from '../policies/index.ts'
import type { QuoteSummary } from '../quotes/index.ts'

/** How a result was recognised. */
export const matchedBy = ['id', 'number', 'email', 'name'] as const
export type MatchedBy = (typeof matchedBy)[number]

export const foundTypes = ['policy', 'offer', 'customer', 'invoice', 'payment', 'quote'] as const
export type FoundType = (typeof foundTypes)[number]

interface Customer {
  readonly id: CustomerId
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** Something that was found, and what can be opened. */
export type Found = { readonly matched: MatchedBy } & (
  | { readonly type: 'policy' | 'offer'; readonly sale: FoundSale; readonly now: Temporal.Instant }
  | { readonly type: 'customer'; readonly customer: Customer }
  | {
      readonly type: 'invoice'
      readonly invoice: Invoice
      readonly number: InvoiceNumber | undefined
    }
  | { readonly type: 'payment'; readonly payment: Payment }
  | { readonly type: 'quote'; readonly quote: QuoteSummary }
)

/** What was not looked for, because the caller may not see it. */
export interface NotSearched {
  readonly what: 'name' | 'email' | Exclude<FoundType, 'policy' | 'customer'>
  readonly permission:
    | 'personal_data.read'
    | 'offers.read'
    | 'invoices.read'
    | 'payments.read'
    | 'quotes.read'
}
