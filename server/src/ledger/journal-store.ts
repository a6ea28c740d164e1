import type { AccountId, PolicyId } from '../kernel/index.ts'
import {
  type Fragment,
  type Queryable,
  compose,
  fragment,
  given,
  json,
  sql,
} from '../database/index.ts'
import type { LedgerAccount } from './chart.ts'

/** A posting, as the journal shows it. */
export interface JournalPosting {
  readonly number: number
  readonly policyId: PolicyId | null
  readonly cause: string
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  readonly amount: number
  readonly currency: string
  readonly bookingDay: Temporal.PlainDate
  readonly valueDay: Temporal.PlainDate
  /** The billing period that it is for; null for what belongs to none. */
  readonly serviceFirstDay: Temporal.PlainDate | null
  readonly serviceLastDay: Temporal.PlainDate | null
  /** In per cent, of premium and tax where it is known. */
  readonly taxRate: string | null
  readonly reason: string | null
  readonly at: Temporal.Instant
}

/** The postings of an insurer in one mode. */
export interface LedgerScope {
  readonly insurerId: AccountId
  readonly livemode: boolean
}

/** Days that something was posted on, the first and the last included. */
export interface BookingDays {
  /** Null for all days from the beginning. */
  readonly from: Temporal.PlainDate | null
  readonly to: Temporal.PlainDate
}

/** Where a reader of the journal is: after this posting. */
export type JournalPlace = Pick<JournalPosting, 'bookingDay' | 'number'>

export interface JournalSearch extends LedgerScope, BookingDays {
  readonly account: LedgerAccount | null
  readonly policyId: string | null
  /** Further conditions on the policy of a posting. */
  readonly conditions: readonly Fragment[]
  readonly after: JournalPlace | null
}

/** By booking day, and within a day by number. */
export async function selectJournal(
  db: Queryable,
  wanted: JournalSearch,
  limit: number,
): Promise<JournalPosting[]> {
  const { account, policyId, after, conditions } = wanted
  const where = [
    ...postedOn(wanted),
    given(account, (one) => fragment`${one} in (debit, credit)`),
    given(policyId, (id) => fragment`policy_id = ${id}`),
    given(
      after,
      ({ bookingDay, number }) =>
        fragment`(booking_day, number) > (${bookingDay}::date, ${number}::bigint)`,
    ),
    ...conditions,
  ].filter((one) => one !== null)
  return db.query<JournalPosting>(compose`
    select number, policy_id as "policyId", cause, debit, credit, amount, currency,
      booking_day as "bookingDay", value_day as "valueDay", service_first_day as "serviceFirstDay",
      service_last_day as "serviceLastDay", tax_rate as "taxRate", reason, posted_at as at
    from postings where ${where} order by booking_day, number limit ${limit}`)
}

function postedOn({
  insurerId,
  livemode,
  from,
  to,
}: LedgerScope & BookingDays): (Fragment | null)[] {
  return [
    fragment`insurer_id = ${insurerId}`,
    fragment`livemode = ${livemode}`,
    given(from, (day) => fragment`booking_day >= ${day}`),
    fragment`booking_day <= ${to}`,
  ]
}

/** What moved between two accounts. */
export interface Turnover {
  readonly currency: string
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  readonly amount: number
}

export async function selectTurnover(
  db: Queryable,
  days: LedgerScope & BookingDays,
): Promise<Turnover[]> {
  const where = postedOn(days).filter((one) => one !== null)
  return db.query<Turnover>(compose`
    select currency, debit, credit, sum(amount)::bigint as amount
    from postings where ${where} group by currency, debit, credit
    order by currency, debit, credit`)
}

/** Premium and tax at one rate. */
export interface TaxedTurnover {
  /** Of the policies; null for postings of none. */
  readonly productId: string | null
  readonly currency: string
  readonly rate: string | null
  readonly net: number
  readonly tax: number
}

/** What was charged and taxed, less what was written off, by product and rate. */
export async function selectTaxedTurnover(
  db: Queryable,
  days: LedgerScope & BookingDays,
  /** The product of a posting's policy. */
  productOf: Fragment,
): Promise<TaxedTurnover[]> {
  const where = postedOn(days).filter((one) => one !== null)
  return db.query<TaxedTurnover>(compose`
    select "productId", currency, rate, sum(net)::bigint as net, sum(tax)::bigint as tax from (
      select ${productOf} as "productId", currency, tax_rate as rate,
        case when credit in ('premium', 'corrections', 'written_off') then amount
          when debit in ('premium', 'corrections', 'written_off') then -amount else 0 end as net,
        case when credit = 'tax' then amount when debit = 'tax' then -amount else 0 end as tax
      from postings where ${where} and (debit in ('premium', 'corrections', 'tax', 'written_off')
        or credit in ('premium', 'corrections', 'tax', 'written_off'))) as taxed
    group by "productId", currency, rate having sum(net) <> 0 or sum(tax) <> 0
    order by "productId", currency, rate`)
}

/** The first charge of periods: what later charges of them correct. */
export async function selectFirstCharges(
  db: Queryable,
  periods: readonly { readonly policyId: PolicyId; readonly firstDay: Temporal.PlainDate }[],
): Promise<ReadonlyMap<string, string>> {
  if (periods.length === 0) return new Map()
  const rows = await db.query<{ period: string; cause: string }>(sql`
    select distinct on (c.policy_id, c.period_first_day)
      c.policy_id || ' ' || c.period_first_day as period,
      'charge ' || c.version_id || ' ' || c.period_first_day as cause
    from charges c join json_to_recordset(${json(periods)}::json) as p(
      "policyId" text, "firstDay" date)
      on c.policy_id = p."policyId" and c.period_first_day = p."firstDay"
    order by c.policy_id, c.period_first_day, c.number`)
  return new Map(rows.map(({ period, cause }) => [period, cause]))
}

/** What credit notes over fees correct, by the id of the note. */
export async function selectCorrected(
  db: Queryable,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await db.query<{ id: string; corrects: string }>(sql`
    select id, corrects from invoices where id = any(${invoiceIds}) and corrects is not null`)
  return new Map(rows.map(({ id, corrects }) => [id, corrects]))
}
