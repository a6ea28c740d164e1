import type { Caller } from './caller.ts'
import type { AcceptDifference, CloseMonth, Operations } from './generated.ts'
import type { CallOptions, OperationId } from './operation.ts'

type Journal = Omit<Operations['readJournal']['query'], 'limit'> & { readonly limit?: number }
type Reconciliation = Omit<NonNullable<Operations['searchReconciliation']['query']>, 'limit'> & {
  readonly limit?: number
}
type Days = Operations['showTrialBalance']['query']

/** Every report is of a day, such as `2027-01-31`. The size of a page is a number here. */
type Report<Id extends OperationId> = Omit<Operations[Id]['query'], 'limit' | 'day'> & {
  readonly day: string
  readonly limit?: number
}
type Export<Id extends OperationId> = Omit<Operations[Id]['query'], 'day'> & {
  readonly day: string
}

/** The ledger as an accountant reads it. Days are booking days. */
export function accountingOf({ call, list, download }: Caller) {
  return {
    chart: (options?: CallOptions) => call('listLedgerAccounts', options),
    /** All postings of these days, page after page. */
    journal: ({ limit = 1_000, ...filters }: Journal, options?: CallOptions) =>
      list('readJournal', { ...options, query: { ...filters, limit: String(limit) } }),
    /** The same as CSV, in chunks. */
    exportJournal: (query: Operations['exportJournal']['query'], options?: CallOptions) =>
      download('exportJournal', { ...options, query }),
    trialBalance: (query: Days, options?: CallOptions) =>
      call('showTrialBalance', { ...options, query }),
    taxes: (query: Days, options?: CallOptions) => call('showTaxes', { ...options, query }),
    /** The premium of each policy on a day: written, earned and unearned, net of tax and fees. */
    earnedPremium: (report: Report<'searchEarnedPremium'>, options?: CallOptions) =>
      list('searchEarnedPremium', { ...options, query: asText(report) }),
    /** The same of all policies as CSV, in chunks. */
    exportEarnedPremium: (report: Export<'exportEarnedPremium'>, options?: CallOptions) =>
      download('exportEarnedPremium', { ...options, query: report }),
    /** The invoices that were not paid by the end of a day. */
    openItems: (report: Report<'searchOpenItems'>, options?: CallOptions) =>
      list('searchOpenItems', { ...options, query: asText(report) }),
    /** What was owed at the end of a day, by currency and age. */
    openItemTotals: (day: string, options?: CallOptions) =>
      call('totalOpenItems', { ...options, query: { day } }),
    /** All open items as CSV, in chunks. */
    exportOpenItems: (report: Export<'exportOpenItems'>, options?: CallOptions) =>
      download('exportOpenItems', { ...options, query: report }),
    /** Money at payment providers beside the ledger, newest first. */
    reconciliation: (filters: Reconciliation = {}, options?: CallOptions) =>
      list('searchReconciliation', { ...options, query: asText(filters) }),
    /** Says that a difference to a payment provider is known, and why. */
    acceptDifference: (itemId: string, body: AcceptDifference, options?: CallOptions) =>
      call('acceptDifference', { ...options, params: { itemId }, body }),
    /** Takes that back. */
    reopenDifference: (itemId: string, options?: CallOptions) =>
      call('reopenDifference', { ...options, params: { itemId } }),
    /** The accounts at payment providers, how far they were read, and what they come to. */
    reconciliationAccounts: (options?: CallOptions) => call('listReconciliationAccounts', options),
    closings: (options?: CallOptions) => call('listClosings', options),
    showClosing: (month: string, options?: CallOptions) =>
      call('showClosing', { ...options, params: { month } }),
    /** Closes a month for ever; poll `showClosing` until it is `closed`. */
    close: (body: CloseMonth, options?: CallOptions) => call('closeMonth', { ...options, body }),
  }
}

function asText<Query extends { readonly limit?: number }>({ limit, ...filters }: Query) {
  return { ...filters, ...(limit === undefined ? {} : { limit: String(limit) }) }
}
