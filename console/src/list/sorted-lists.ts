import type { ListId, Operations } from '@bindery/sdk'

/** Lists that the server also answers with the oldest row first. */
type SortedId = {
  [Id in ListId]: [QueryOf<Id>] extends [never]
    ? never
    : 'order' extends keyof QueryOf<Id>
      ? Id
      : never
}[ListId]
type QueryOf<Id extends ListId> = NonNullable<Operations[Id]['query']>

/** Every one of them: a name that is missing here does not compile. */
const sorted: Readonly<Record<SortedId, true>> = {
  dryRunRenewals: true,
  listAudit: true,
  listDatasets: true,
  listDeliveries: true,
  listEvents: true,
  listHolds: true,
  listImpacts: true,
  listMassEndorsements: true,
  listNotes: true,
  listTasks: true,
  searchApprovals: true,
  searchCommissionEntries: true,
  searchCommissionStatements: true,
  searchDisputes: true,
  searchDunning: true,
  searchEarnedPremium: true,
  searchInvoices: true,
  searchLeads: true,
  searchLetters: true,
  searchMails: true,
  searchOffers: true,
  searchOpenItems: true,
  searchPayments: true,
  searchPayouts: true,
  searchPolicies: true,
  searchQuotes: true,
  searchReceipts: true,
  searchReconciliation: true,
  searchRenewals: true,
  searchStuckPolicies: true,
  searchSuppressedAddresses: true,
  searchWithdrawals: true,
}

export function isSorted(call: ListId): boolean {
  return Object.hasOwn(sorted, call)
}
