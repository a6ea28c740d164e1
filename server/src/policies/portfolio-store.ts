import type { AccountId, PolicyId, PolicyVersionId, ProductId, QuoteId } from '../kernel/index.ts'
import {
  type CountedChunk,
  type Fragment,
  type Queryable,
  type IdChunk,
  compose,
  countChunk,
  fragment,
  sql,
  whereInChunk,
} from '../database/index.ts'

/** A policy and the quote that its price came from. */
export interface PolicyOfQuote {
  readonly policyId: PolicyId
  readonly quoteId: QuoteId
  readonly grossPaymentAmount: number
}

/** The next policies of an insurer's portfolio, oldest first; offers that nobody paid are not in it. */
export async function selectPortfolioPage(
  db: Queryable,
  page: {
    readonly insurerId: AccountId
    readonly livemode: boolean
    readonly after: PolicyId | null
    readonly limit: number
  },
): Promise<PolicyOfQuote[]> {
  return db.query<PolicyOfQuote>(sql`
    select id as "policyId", quote_id as "quoteId", gross_payment_amount as "grossPaymentAmount"
    from policies
    where insurer_id = ${page.insurerId} and livemode = ${page.livemode}
      and id > ${page.after ?? ''} and issued_at is not null
    order by id limit ${page.limit}`)
}

/** The policies of a product that a change of many looks at. Null is a filter that was not given. */
export interface MassPortfolio {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly productId: ProductId
  readonly productVersionId: string | null
  readonly distributorId: string | null
  readonly planId: string | null
  /** These alone; null for all. */
  readonly policyIds: readonly PolicyId[] | null
}

/** The next of them, oldest first: those that were issued and have not expired. */
export async function selectMassPage(
  db: Queryable,
  portfolio: MassPortfolio,
  { after, limit }: { readonly after: PolicyId | null; readonly limit: number },
): Promise<PolicyId[]> {
  const { insurerId, livemode, productId, productVersionId, distributorId, planId } = portfolio
  const policyIds = portfolio.policyIds === null ? null : [...portfolio.policyIds]
  const rows = await db.query<{ id: PolicyId }>(sql`
    select id from policies
    where insurer_id = ${insurerId} and livemode = ${livemode} and product_id = ${productId}
      and id > ${after ?? ''} and issued_at is not null and status in ('paid', 'cancelled')
      and product_version_id = coalesce(${productVersionId}::text, product_version_id)
      and distributor_id = coalesce(${distributorId}::text, distributor_id)
      and plan_id = coalesce(${planId}::text, plan_id)
      and (${policyIds}::text[] is null or id = any(${policyIds}::text[]))
    order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** A policy in force, as the portfolio is read for prices. */
export interface PolicyInForce extends Pick<PolicyOfQuote, 'policyId' | 'quoteId'> {
  readonly number: string
  readonly versionId: PolicyVersionId
  /** Since this moment another segment holds than the row says; null where none is to come. */
  readonly holdsUntil: Temporal.Instant | null
}

/** Which policies are meant: in force on a day, of one product, and sold before a moment. */
export interface PortfolioInForce {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly productId: ProductId
  readonly today: Temporal.PlainDate
  /** Policies with this id or a later one are not meant. */
  readonly before: string
}

/** The next of them, oldest first. Policies on test clocks live in another time. */
export async function selectInForce(
  db: Queryable,
  portfolio: PortfolioInForce,
  chunk: IdChunk,
): Promise<PolicyInForce[]> {
  return db.query<PolicyInForce>(compose`
    select id as "policyId", quote_id as "quoteId", insurer_policy_id as number,
      version_id as "versionId", holds_until as "holdsUntil"
    from policies where ${whereInChunk(inForce(portfolio), chunk)}`)
}

export function countInForce(
  db: Queryable,
  portfolio: PortfolioInForce,
  chunk: IdChunk,
): Promise<CountedChunk> {
  return countChunk(
    db,
    fragment`select id from policies where ${whereInChunk(inForce(portfolio), chunk)}`,
  )
}

function inForce({ insurerId, livemode, productId, today, before }: PortfolioInForce): Fragment[] {
  return [
    fragment`insurer_id = ${insurerId} and livemode = ${livemode} and product_id = ${productId}`,
    fragment`issued_at is not null and id < ${before} and status = 'paid' and clock_id is null`,
    fragment`start_day <= ${today}::date`,
    fragment`(renews or coalesce(end_day, term_last_day, ${today}::date) >= ${today}::date)`,
  ]
}

/** Policies of a product whose last term ends on these days, and that another may follow. */
export interface TermsEnding extends Omit<PortfolioInForce, 'today'> {
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
}

/** The next of them, oldest first. */
export async function selectTermsEnding(
  db: Queryable,
  portfolio: TermsEnding,
  chunk: IdChunk,
): Promise<PolicyId[]> {
  const rows = await db.query<{ id: PolicyId }>(compose`${idsOfTermsEnding(portfolio, chunk)}`)
  return rows.map(({ id }) => id)
}

export function countTermsEnding(
  db: Queryable,
  portfolio: TermsEnding,
  chunk: IdChunk,
): Promise<CountedChunk> {
  return countChunk(db, idsOfTermsEnding(portfolio, chunk))
}

function idsOfTermsEnding(portfolio: TermsEnding, chunk: IdChunk): Fragment {
  return fragment`select id from policies where ${whereInChunk(termEnding(portfolio), chunk)}`
}

function termEnding({ insurerId, livemode, productId, before, from, to }: TermsEnding): Fragment[] {
  return [
    fragment`insurer_id = ${insurerId} and livemode = ${livemode} and product_id = ${productId}`,
    fragment`issued_at is not null and id < ${before} and status = 'paid' and clock_id is null`,
    fragment`term_last_day >= ${from}::date and term_last_day <= ${to}::date`,
  ]
}
