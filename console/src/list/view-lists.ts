import type { Answer, ListId } from '@bindery/sdk'

export type SavedView = Answer<'listViews'>[number]
export type ViewedList = SavedView['list']

/** The lists of which views can be saved. */
const lists: Partial<Readonly<Record<ListId, ViewedList>>> = {
  searchPolicies: 'policies',
  searchOffers: 'offers',
  searchQuotes: 'quotes',
  searchLeads: 'leads',
  searchPayments: 'payments',
  searchInvoices: 'invoices',
  searchRenewals: 'renewals',
  searchReceipts: 'receipts',
  searchPayouts: 'payouts',
  searchDunning: 'dunning',
  listTasks: 'tasks',
  listEvents: 'events',
  listAudit: 'audit',
  searchOpenItems: 'open_items',
}

export function viewedList(call: ListId): ViewedList | null {
  return lists[call] ?? null
}

export function pathOfView({ list }: SavedView): string {
  return `/${list.replace('_', '-')}`
}

/** The address of a view: its filters and columns, and which one it is. */
export function searchOfView({ id, query, columns }: SavedView): Record<string, string> {
  return {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...(columns === null ? {} : { columns: columns.join(',') }),
    view: id,
  }
}

/** How many rows it has, as a job counted last; nothing where it is not counted. */
export function countOfView({ count, count_is_capped: isCapped }: SavedView): string {
  return count === null ? '' : `${count.toLocaleString()}${isCapped ? '+' : ''}`
}
