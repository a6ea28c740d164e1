import type { AccountId, PolicyId, ProductId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  fragment,
  pageOf,
  windowOf,
} from '../database/index.ts'

/** Policies whose last term ends on these days. */
export interface TermSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly productId: ProductId | null
  readonly from: Temporal.PlainDate | null
  readonly until: Temporal.PlainDate | null
  /** Whether only those are meant whose next term was not looked at yet. */
  readonly isScheduled: boolean
}

/** Newest first, of those that another term may follow. */
export async function searchTermsEnding(
  db: Queryable,
  wanted: TermSearch,
  page: Page,
): Promise<PageRows<{ readonly id: PolicyId }>> {
  const window = windowOf(page)
  const conditions = [
    fragment`insurer_id = ${wanted.insurerId}`,
    fragment`livemode = ${wanted.livemode}`,
    fragment`status = 'paid' and term_last_day is not null`,
    ...window.conditions,
  ]
  if (wanted.productId !== null) conditions.push(fragment`product_id = ${wanted.productId}`)
  if (wanted.from !== null) conditions.push(fragment`term_last_day >= ${wanted.from}::date`)
  if (wanted.until !== null) conditions.push(fragment`term_last_day <= ${wanted.until}::date`)
  if (wanted.isScheduled) conditions.push(fragment`renewal_notice_at is not null`)
  const rows = await db.query<{ id: PolicyId }>(compose`
    select id from policies where ${conditions} ${window.order}`)
  return pageOf(rows, page)
}
