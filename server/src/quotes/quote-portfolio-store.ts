import type { AccountId, QuoteId } from '../kernel/index.ts'
import {
  type CountedChunk,
  type Fragment,
  type Queryable,
  type IdChunk,
  compose,
  countChunk,
  fragment,
  idsBetween,
  sql,
  whereInChunk,
} from '../database/index.ts'
import type { Premium } from '../pricing/index.ts'
import type { Quote, EndorsementOfQuote } from './quote.ts'
import type { QuotedAnswers } from './recompute-quote.ts'

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
  chunk: IdChunk,
): Promise<QuoteId[]> {
  const rows = await db.query<{ id: QuoteId }>(compose`${idsOf(wanted, chunk)}`)
  return rows.map(({ id }) => id)
}

export function countQuotes(
  db: Queryable,
  wanted: QuotesBetween,
  chunk: IdChunk,
): Promise<CountedChunk> {
  return countChunk(db, idsOf(wanted, chunk))
}

function idsOf(wanted: QuotesBetween, chunk: IdChunk): Fragment {
  return fragment`select id from quotes where ${whereInChunk(between(wanted), chunk)}`
}

function between({ insurerId, livemode, productId, from, until }: QuotesBetween): Fragment[] {
  return [
    fragment`insurer_id = ${insurerId} and livemode = ${livemode} and product_id = ${productId}`,
    fragment`policy_id is null and clock_id is null`,
    ...idsBetween('qu_', from, until),
  ]
}

/** As much of a quote as it takes to price its answers again, and to know what was paid for them. */
export interface AnsweredQuote
  extends QuotedAnswers, Pick<Quote, 'planId' | 'integrationId' | 'currency' | 'createdAt'> {
  readonly premium: Pick<Premium, 'grossPaymentAmount' | 'billingCycles'>
}

type AnsweredRow = Omit<AnsweredQuote, 'premium' | 'endorsement'> & {
  readonly grossPaymentAmount: number
  readonly billingCycles: number | null
  /** Null, all three, where it is for a sale. */
  readonly policyId: EndorsementOfQuote['policyId'] | null
  readonly versionId: EndorsementOfQuote['versionId'] | null
  readonly effectiveDay: Temporal.PlainDate | null
}

/** Whole portfolios are read so: what nobody needs for that would be most of what is sent. */
export async function selectAnsweredQuotes(
  db: Queryable,
  ids: readonly QuoteId[],
): Promise<ReadonlyMap<QuoteId, AnsweredQuote>> {
  const rows = await db.query<AnsweredRow>(sql`
    select id, product_version_id as "productVersionId", item_id as "itemId", plan_id as "planId",
      integration_id as "integrationId", integration_version_id as "integrationVersionId",
      customer_input as "customerInput", dataset_items as "datasetItems",
      gross_payment_amount as "grossPaymentAmount",
      (premium ->> 'billingCycles')::int as "billingCycles", currency, quoted_on as "quotedOn",
      created_at as "createdAt", policy_id as "policyId", policy_version_id as "versionId",
      effective_day as "effectiveDay"
    from quotes where id = any(${ids})`)
  return new Map(rows.map((row) => [row.id, answeredQuote(row)]))
}

function answeredQuote(row: AnsweredRow): AnsweredQuote {
  const { grossPaymentAmount, billingCycles, policyId, versionId, effectiveDay, ...rest } = row
  const endorsement =
    policyId === null || versionId === null || effectiveDay === null
      ? null
      : { policyId, versionId, effectiveDay }
  return { ...rest, premium: { grossPaymentAmount, billingCycles }, endorsement }
}
