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

/** By policy, without what belongs to none. */
export function selectMoneyOfDay(
  db: Queryable,
  { insurerId, livemode }: LedgerScope,
  day: Temporal.PlainDate,
): Promise<MoneyOfDay[]> {
  return db.query<MoneyOfDay>(sql`
    with posted as (
      select policy_id, currency, debit as account, credit as other, amount from postings
      where insurer_id = ${insurerId} and livemode = ${livemode} and booking_day = ${day}
        and policy_id is not null
      union all
      select policy_id, currency, credit, debit, -amount from postings
      where insurer_id = ${insurerId} and livemode = ${livemode} and booking_day = ${day}
        and policy_id is not null)
    select policy_id as "policyId", currency,
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
