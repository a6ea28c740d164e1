import { sql } from '../../src/database/index.ts'
import type { TestPlatform } from '../support/platform.ts'

interface Sums {
  readonly receivable: number
  readonly credit: number
  readonly cash: number
  readonly payable: number
  readonly writtenOff: number
}

/** All that is posted of a policy: as it is kept, and as its postings, charges and invoices add up. */
export async function billedAs(platform: TestPlatform, policyId: string) {
  const [balances] = await platform.db.query<Sums>(sql`
    select receivable, customer_credit as credit, cash, refunds_payable as payable,
      written_off as "writtenOff"
    from balances where policy_id = ${policyId}`)
  const [posted] = await platform.db.query<
    Sums & Readonly<Record<'premium' | 'tax' | 'fees' | 'goodwill' | 'corrections', number>>
  >(sql`
    with sides as (
      select debit as account, reason, amount from postings where policy_id = ${policyId}
      union all
      select credit, reason, -amount from postings where policy_id = ${policyId}),
    -- What is written off is shown with its tax.
    whole as (
      select case when account = 'tax' and reason is not null then 'written_off' else account end
        as account, amount from sides),
    sums as (select account, sum(amount)::bigint as amount from whole group by account),
    sum_of as (
      select coalesce(jsonb_object_agg(account, amount), '{}') as of from sums)
    select coalesce((of ->> 'receivable')::bigint, 0) as receivable,
      -coalesce((of ->> 'customer_credit')::bigint, 0) as credit,
      coalesce((of ->> 'cash')::bigint, 0) + coalesce((of ->> 'bank')::bigint, 0)
        + coalesce((of ->> 'unmatched_receipts')::bigint, 0) as cash,
      -coalesce((of ->> 'refunds_payable')::bigint, 0) as payable,
      coalesce((of ->> 'written_off')::bigint, 0) as "writtenOff",
      -coalesce((of ->> 'premium')::bigint, 0) as premium,
      -coalesce((of ->> 'tax')::bigint, 0) as tax,
      -coalesce((of ->> 'fees')::bigint, 0) as fees,
      coalesce((of ->> 'goodwill')::bigint, 0) as goodwill,
      -coalesce((of ->> 'corrections')::bigint, 0) as corrections
    from sum_of`)
  const charged = await platform.db.query<{
    readonly firstDay: string
    readonly payment: number
    readonly tax: number
    readonly commission: number
  }>(sql`
    select period_first_day::text as "firstDay", sum(amount)::bigint as payment,
      sum(tax)::bigint as tax, sum(commission)::bigint as commission
    from charges where policy_id = ${policyId} group by period_first_day order by 1`)
  const invoices = await platform.db.query<{ readonly line: string }>(sql`
    select due_day || ' ' || state || ' ' || open || '/' || total as line from invoices
    where policy_id = ${policyId} and total > 0 and kind <> 'credit_note'
      and state not in ('proposed', 'void')`)
  const mandates = await platform.db.query(sql`
    select id from mandates where policy_id = ${policyId} and state = 'active'`)
  return {
    balances,
    posted,
    charged,
    // Those that are due on one day and were issued at one moment have no order.
    invoices: invoices.map(({ line }) => line).toSorted(),
    hasMandate: mandates.length === 1,
  }
}
