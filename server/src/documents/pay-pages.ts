import type { KeyRing } from '../sealing/index.ts'
import type { Database } from '../database/index.ts'
import type { Invoice } from '../ledger/index.ts'
import { methodsOnPage, paymentPageOf } from '../payments/index.ts'
import type { Policy } from '../policies/index.ts'
import {
  type DocumentOccasion,
  type PaymentPlanDefinition,
  isForUnderwriters,
} from '../products/index.ts'
import type { CaseDunning, CaseInvoice, DocumentCase } from './document-case.ts'

/** The page on which an invoice is paid, or the offer where none is named; null where the plan has none. */
export type PayPageOf = (invoice: Pick<Invoice, 'id' | 'kind'> | null) => Promise<string | null>

/** Pages as documents name them: by the plan of their own day, whatever was paid since. */
export function payPages(
  deps: { readonly db: Database; readonly keyRing: KeyRing; readonly publicUrl: string },
  policy: Pick<Policy, 'id'>,
  plan: PaymentPlanDefinition,
): PayPageOf {
  const isOnPage = methodsOnPage(plan).length > 0
  return async (invoice) => (isOnPage ? paymentPageOf(deps, policy.id, invoice) : null)
}

/** Where what a document asks for is paid; null where it asks for nothing. */
export async function payLinkOf(
  { flow }: Pick<Policy, 'flow'>,
  occasion: DocumentOccasion,
  {
    invoice,
    deferral,
    dunning,
  }: Pick<DocumentCase, 'deferral'> & {
    readonly invoice: CaseInvoice | null
    readonly dunning: CaseDunning | null
  },
  pageOf: PayPageOf,
): Promise<string | null> {
  if (occasion === 'offer') return isForUnderwriters(flow) ? null : pageOf(null)
  if (dunning !== null) return oldestPage(dunning)
  if (invoice === null) return null
  return deferral !== null || isToBePaid(invoice) ? pageOf(invoice) : null
}

/** Of the invoices of a letter, the one that is paid first. */
function oldestPage({ invoices }: Pick<CaseDunning, 'invoices'>): string | null {
  return invoices.find(({ page }) => page !== null)?.page ?? null
}

/** Whether something was to be paid when it was issued. */
export function isToBePaid({ payment: { how } }: Pick<CaseInvoice, 'payment'>): boolean {
  return how === 'transfer' || how === 'collected'
}
