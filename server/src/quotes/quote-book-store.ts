import type { AccountId, QuoteId } from '../kernel/index.ts'
import { type Fragment, type Queryable, compose, fragment, idsBetween } from '../database/index.ts'

/** Quotes for sales of one product, made between two moments on no test clock. */
export interface QuotesBetween {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly productId: string
  readonly from: Temporal.Instant
  readonly until: Temporal.Instant
}

/** The ids of the next of them, oldest first. */
export async function selectQuoteIds(
  db: Queryable,
  wanted: QuotesBetween,
  page: { readonly after: string | null; readonly limit: number },
): Promise<QuoteId[]> {
  const rows = await db.query<{ id: QuoteId }>(compose`
    select id from quotes where ${[...between(wanted), fragment`id > ${page.after ?? ''}`]}
    order by id limit ${page.limit}`)
  return rows.map(({ id }) => id)
}

export async function countQuotes(db: Queryable, wanted: QuotesBetween): Promise<number> {
  const [found] = await db.query<{ count: number }>(compose`
    select count(*) as count from quotes where ${between(wanted)}`)
  return found?.count ?? 0
}

function between({ insurerId, livemode, productId, from, until }: QuotesBetween): Fragment[] {
  return [
    fragment`insurer_id = ${insurerId} and livemode = ${livemode} and product_id = ${productId}`,
    fragment`policy_id is null and clock_id is null`,
    ...idsBetween('qu_', from, until),
  ]
}
