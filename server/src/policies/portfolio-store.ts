import type { AccountId, PolicyId, PolicyVersionId, ProductId, QuoteId } from '../kernel/index.ts'
import {
  type CountedStretch,
  type Fragment,
  type Queryable,
  type Stretch,
  compose,
  countStretch,
  fragment,
  sql,
  whereInStretch,
} from '../database/index.ts'

/** A policy and the quote that its price came from. */
export interface PolicyOfQuote {
  readonly policyId: PolicyId
  readonly quoteId: QuoteId
  readonly grossPaymentAmount: number
}

/** The next policies of an insurer's book, oldest first; offers that nobody paid are not in it. */
export async function selectBookPage(
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

/** A policy in force, as the book is read for prices. */
export interface PolicyInForce extends Pick<PolicyOfQuote, 'policyId' | 'quoteId'> {
  readonly number: string
  readonly versionId: PolicyVersionId
  /** Since this moment another segment holds than the row says; null where none is to come. */
  readonly holdsUntil: Temporal.Instant | null
}

/** Which policies are meant: in force on a day, of one product, and sold before a moment. */
export interface BookInForce {
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
  book: BookInForce,
  stretch: Stretch,
): Promise<PolicyInForce[]> {
  return db.query<PolicyInForce>(compose`
    select id as "policyId", quote_id as "quoteId", insurer_policy_id as number,
      version_id as "versionId", holds_until as "holdsUntil"
    from policies where ${whereInStretch(inForce(book), stretch)}`)
}

export function countInForce(
  db: Queryable,
  book: BookInForce,
  stretch: Stretch,
): Promise<CountedStretch> {
  return countStretch(
    db,
    fragment`select id from policies where ${whereInStretch(inForce(book), stretch)}`,
  )
}

function inForce({ insurerId, livemode, productId, today, before }: BookInForce): Fragment[] {
  return [
    fragment`insurer_id = ${insurerId} and livemode = ${livemode} and product_id = ${productId}`,
    fragment`issued_at is not null and id < ${before} and status = 'paid' and clock_id is null`,
    fragment`start_day <= ${today}::date`,
    fragment`(renews or coalesce(end_day, term_last_day, ${today}::date) >= ${today}::date)`,
  ]
}

/** Policies of a product whose last term ends on these days, and that another may follow. */
export interface TermsEnding extends Omit<BookInForce, 'today'> {
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
}

/** The next of them, oldest first. */
export async function selectTermsEnding(
  db: Queryable,
  book: TermsEnding,
  stretch: Stretch,
): Promise<PolicyId[]> {
  const rows = await db.query<{ id: PolicyId }>(compose`${idsOfTermsEnding(book, stretch)}`)
  return rows.map(({ id }) => id)
}

export function countTermsEnding(
  db: Queryable,
  book: TermsEnding,
  stretch: Stretch,
): Promise<CountedStretch> {
  return countStretch(db, idsOfTermsEnding(book, stretch))
}

function idsOfTermsEnding(book: TermsEnding, stretch: Stretch): Fragment {
  return fragment`select id from policies where ${whereInStretch(termEnding(book), stretch)}`
}

function termEnding({ insurerId, livemode, productId, before, from, to }: TermsEnding): Fragment[] {
  return [
    fragment`insurer_id = ${insurerId} and livemode = ${livemode} and product_id = ${productId}`,
    fragment`issued_at is not null and id < ${before} and status = 'paid' and clock_id is null`,
    fragment`term_last_day >= ${from}::date and term_last_day <= ${to}::date`,
  ]
}
