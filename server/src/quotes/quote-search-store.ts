import type { AccountId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  idsBetween,
  searchPage,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import type { Quote } from './quote.ts'

/** What management shows of a quote in a list. */
export type QuoteSummary = Pick<
  Quote,
  | 'id'
  | 'livemode'
  | 'productId'
  | 'productVersionId'
  | 'distributorId'
  | 'itemId'
  | 'pricingRevisionId'
  | 'currency'
  | 'createdAt'
  | 'expiresAt'
> & { readonly grossPaymentAmount: number }

export interface QuoteSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly id: string | null
  readonly productId: string | null
  readonly distributorId: string | null
  readonly createdFrom: Temporal.Instant | null
  readonly createdUntil: Temporal.Instant | null
}

/** Newest first. */
export function searchQuotes(
  db: Queryable,
  wanted: QuoteSearch,
  page: Page,
): Promise<PageRows<QuoteSummary>> {
  return searchPage(db, page, {
    select: fragment`
      select id, livemode, product_id as "productId", product_version_id as "productVersionId",
        distributor_id as "distributorId", item_id as "itemId",
        pricing_revision_id as "pricingRevisionId", currency,
        gross_payment_amount as "grossPaymentAmount", created_at as "createdAt",
        expires_at as "expiresAt"
      from quotes`,
    where: [
      ...equal({
        insurer_id: wanted.insurerId,
        livemode: wanted.livemode,
        id: wanted.id,
        product_id: wanted.productId,
        distributor_id: wanted.distributorId,
      }),
      withinLimits(wanted.limits),
      ...idsBetween('qu_', wanted.createdFrom, wanted.createdUntil),
    ],
    isPlannedByValue: true,
  })
}

/** How many quotes were made in a span of time, by product, distributor and currency. For jobs. */
export function selectQuotesOfDay(
  db: Queryable,
  { insurerId, livemode }: Pick<QuoteSearch, 'insurerId' | 'livemode'>,
  { from, until }: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
): Promise<
  (Pick<QuoteSummary, 'productId' | 'distributorId' | 'currency'> & { readonly quotes: number })[]
> {
  const where = [
    fragment`insurer_id = ${insurerId}`,
    fragment`livemode = ${livemode}`,
    ...idsBetween('qu_', from, until),
  ]
  return db.query(compose`
    select product_id as "productId", distributor_id as "distributorId", currency,
      count(*)::int as quotes
    from quotes where ${where} group by product_id, distributor_id, currency`)
}
