import type { PolicyId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { LedgerScope } from './journal-store.ts'

/** What the postings of a booking day say of a policy, in minor units. */
export interface MoneyOfDay {
  readonly policyId: PolicyId
  readonly currency: string
  /** Net premium. */
  readonly written: number
  readonly charged: number
  readonly collected: number
  readonly writtenOff: number
  readonly owed: number
}

/** How many postings one statement reads, so that the main due day of a portfolio fits as well. */
const postingsPerPage = 20_000

/** By policy, page by page of postings: a policy may come again. Without what belongs to none. */
export async function* readMoneyOfDay(
  db: Queryable,
  scope: LedgerScope,
  day: Temporal.PlainDate,
): AsyncGenerator<readonly MoneyOfDay[]> {
  for (let after: string | null = '0'; after !== null;) {
    const page: readonly (MoneyOfDay & { readonly last: string })[] = await selectMoneyOfPage(
      db,
      scope,
      day,
      after,
    )
    yield page
    after = page[0]?.last ?? null
  }
}

/** With the number of the last posting of the page. */
function selectMoneyOfPage(
  db: Queryable,
  { insurerId, livemode }: LedgerScope,
  day: Temporal.PlainDate,
  after: string,
): Promise<(MoneyOfDay & { readonly last: string })[]> {
  return db.query(sql`
    with page as materialized (
      select number, policy_id, currency, debit, credit, amount from postings
      where insurer_id = ${insurerId} and livemode = ${livemode} and booking_day = ${day}
        and number > ${after}::bigint and policy_id is not null
      order by number limit ${postingsPerPage}),
    posted as (
      select policy_id, currency, debit as account, credit as other, amount from page
      union all
      select policy_id, currency, credit, debit, -amount from page)
    select policy_id as "policyId", currency,
      (select max(number)::text from page) as last,
      coalesce(-sum(amount) filter (where account = 'premium'), 0)::bigint as written,
      coalesce(sum(amount) filter (where account = 'receivable'
        and other in ('premium', 'tax', 'tax_not_due', 'fees')), 0)::bigint as charged,
      coalesce(-sum(amount) filter (where account = 'receivable'
        and other in ('cash', 'bank', 'collected_elsewhere', 'unmatched_receipts')), 0)::bigint
        as collected,
      coalesce(sum(amount) filter (where account = 'written_off'), 0)::bigint as "writtenOff",
      coalesce(sum(amount) filter (where account = 'receivable'), 0)::bigint as owed
    from posted group by policy_id, currency`)
}

/** The first and the last day that something was posted on; undefined where nothing was. */
export async function selectPostedDays(
  db: Queryable,
  { insurerId, livemode }: LedgerScope,
): Promise<{ readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate } | undefined> {
  const [row] = await db.query<{
    first: Temporal.PlainDate | null
    last: Temporal.PlainDate | null
  }>(
    sql`
      select (select booking_day from postings
          where insurer_id = ${insurerId} and livemode = ${livemode}
          order by booking_day limit 1) as first,
        (select booking_day from postings
          where insurer_id = ${insurerId} and livemode = ${livemode}
          order by booking_day desc limit 1) as last`,
  )
  const { first = null, last = null } = row ?? {}
  return first === null || last === null ? undefined : { first, last }
}
