import type { AccountId, JsonObject, SavedViewId } from '../kernel/index.ts'

/** The lists that have views; those that are counted say so. */
export const viewedLists = [
  'policies',
  'offers',
  'quotes',
  'leads',
  'payments',
  'invoices',
  'renewals',
  'receipts',
  'payouts',
  'dunning',
  'tasks',
  'events',
  'audit',
  'open_items',
] as const
export type ViewedList = (typeof viewedLists)[number]

/** A list with its filters, as somebody wants to see it again. */
export interface SavedView {
  readonly id: SavedViewId
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly list: ViewedList
  readonly name: string
  /** The query of the list, without a page. */
  readonly query: string
  /** Which columns, in which order; null for those of the list. */
  readonly columns: readonly string[] | null
  /** The key or the person that saved it. */
  readonly ownerId: string
  readonly isShared: boolean
  /** What the query asks for, where the list is counted. */
  readonly filters: JsonObject | null
  readonly count: number | null
  readonly isCapped: boolean
  readonly countedAt: Temporal.Instant | null
  readonly createdAt: Temporal.Instant
}

export type ViewChange = Partial<
  Pick<SavedView, 'name' | 'query' | 'columns' | 'isShared' | 'filters'>
>

/** Beyond this it only matters that there are many. */
export const viewCountMax = 1_000
/** How many views an account may have in a mode. */
export const viewsMax = 1_000
