import type { AccountId, PolicyId, ProductId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  equal,
  fragment,
  given,
  searchPage,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'

/** Policies whose last term ends on these days. */
export interface TermSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly productId: ProductId | null
  readonly from: Temporal.PlainDate | null
  readonly until: Temporal.PlainDate | null
  /** Whether only those are meant whose next term was not looked at yet. */
  readonly isScheduled: boolean
}

/** Newest first, of those that another term may follow. */
export function searchTermsEnding(
  db: Queryable,
  wanted: TermSearch,
  page: Page,
): Promise<PageRows<{ readonly id: PolicyId }>> {
  return searchPage(db, page, {
    select: fragment`select id from policies`,
    where: [
      ...equal({
        insurer_id: wanted.insurerId,
        livemode: wanted.livemode,
        product_id: wanted.productId,
      }),
      withinLimits(wanted.limits),
      fragment`status = 'paid' and term_last_day is not null`,
      given(wanted.from, (day) => fragment`term_last_day >= ${day}::date`),
      given(wanted.until, (day) => fragment`term_last_day <= ${day}::date`),
      wanted.isScheduled ? fragment`renewal_notice_at is not null` : null,
    ],
  })
}
