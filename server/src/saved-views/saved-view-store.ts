import type { AccountId, SavedViewId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, json, sql } from '../database/index.ts'
import { type SavedView, viewsMax } from './saved-view.ts'

const columns = fragment`
  id, account_id as "accountId", livemode, list, name, query, columns, owner_id as "ownerId",
  is_shared as "isShared", filters, count, is_capped as "isCapped", counted_at as "countedAt",
  created_at as "createdAt"`

export async function insertView(tx: Queryable, view: SavedView): Promise<void> {
  await tx.query(sql`
    insert into saved_views (id, account_id, livemode, list, name, query, columns, owner_id,
      is_shared, filters, is_capped, created_at)
    values (${view.id}, ${view.accountId}, ${view.livemode}, ${view.list}, ${view.name},
      ${view.query}, ${view.columns === null ? null : [...view.columns]}::text[], ${view.ownerId},
      ${view.isShared}, ${view.filters === null ? null : json(view.filters)}::jsonb, false,
      ${view.createdAt})`)
}

export async function lockView(tx: Queryable, id: SavedViewId): Promise<SavedView | undefined> {
  const [row] = await tx.query<SavedView>(compose`
    select ${columns} from saved_views where id = ${id} for no key update`)
  return row
}

/** Writes what its owner may change; another query is counted anew. */
export async function updateView(tx: Queryable, view: SavedView): Promise<void> {
  await tx.query(sql`
    update saved_views set name = ${view.name}, query = ${view.query},
      columns = ${view.columns === null ? null : [...view.columns]}::text[],
      is_shared = ${view.isShared},
      filters = ${view.filters === null ? null : json(view.filters)}::jsonb,
      count = ${view.count}, is_capped = ${view.isCapped},
      counted_at = ${view.countedAt}::timestamptz
    where id = ${view.id}`)
}

export async function deleteView(tx: Queryable, id: SavedViewId): Promise<void> {
  await tx.query(sql`delete from saved_views where id = ${id}`)
}

export interface ViewsOf {
  readonly accountId: AccountId
  readonly livemode: boolean
  /** Who sees their own and what others share. */
  readonly ownerId: string
  readonly list: string | null
}

/** By list and name. */
export function selectViews(
  db: Queryable,
  { accountId, livemode, ownerId, list }: ViewsOf,
): Promise<SavedView[]> {
  return db.query<SavedView>(compose`
    select ${columns} from saved_views
    where account_id = ${accountId} and livemode = ${livemode}
      and (owner_id = ${ownerId} or is_shared) and list = coalesce(${list}::text, list)
    order by list, name, id limit ${viewsMax}`)
}

/** Those whose count is the oldest, or that have none. */
export function selectUncounted(
  db: Queryable,
  before: Temporal.Instant,
  limit: number,
): Promise<SavedView[]> {
  return db.query<SavedView>(compose`
    select ${columns} from saved_views
    where filters is not null and (counted_at is null or counted_at < ${before})
    order by counted_at nulls first limit ${limit}`)
}

/** Only over the query that was counted. */
export async function updateCount(
  tx: Queryable,
  { id, query }: SavedView,
  { count, isCapped }: Pick<SavedView, 'count' | 'isCapped'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update saved_views set count = ${count}, is_capped = ${isCapped}, counted_at = ${now}
    where id = ${id} and query = ${query}`)
}
