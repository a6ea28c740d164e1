import type { AccountId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  searchPage,
} from '../database/index.ts'
import type { Invoice } from './invoice.ts'

/** How old an open item is: since how many days it is overdue. */
export const openItemBuckets = ['not_due', '1_30', '31_60', '61_90', 'over_90'] as const

export type OpenItemBucket = (typeof openItemBuckets)[number]

/** The ledger of an insurer in a mode, at the end of a day. */
interface LedgerOnDay {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly day: Temporal.PlainDate
}

export interface OpenItemSearch extends LedgerOnDay {
  readonly policyId: string | null
  readonly productId: string | null
}

/** An invoice that was not paid by the end of a day. */
export interface OpenItem extends Pick<
  Invoice,
  'id' | 'policyId' | 'productId' | 'kind' | 'currency' | 'total' | 'issueDay' | 'dueDay'
> {
  /** What was open then. */
  readonly open: number
  /** Below zero while it is not due. */
  readonly overdueDays: number
  readonly bucket: OpenItemBucket
}

/** Newest first. */
export function searchOpenItems(
  db: Queryable,
  { policyId, productId, ...onDay }: OpenItemSearch,
  page: Page,
): Promise<PageRows<OpenItem>> {
  return searchPage(db, page, {
    where: [fragment`open > 0`, ...equal({ policy_id: policyId, product_id: productId })],
    select: fragment`
      select id, policy_id as "policyId", product_id as "productId", kind, currency, total, open,
        issue_day as "issueDay", due_day as "dueDay", overdue as "overdueDays", bucket
      from ${itemsOf(onDay)} as items`,
    isPlannedByValue: true,
  })
}

/** What is asked for by invoices, by currency and age, and what is owed in all. */
export async function sumOpenItems(
  db: Queryable,
  onDay: LedgerOnDay,
): Promise<
  {
    readonly currency: string
    readonly of: OpenItemBucket | 'receivable'
    readonly amount: number
  }[]
> {
  const { insurerId, livemode, day } = onDay
  return db.query(compose`
    select currency, bucket as of, sum(open)::bigint as amount from ${itemsOf(onDay)} as items
    where open > 0 group by currency, bucket
    union all
    select currency, 'receivable', sum(amount)::bigint from (
      select i.currency, b.receivable as amount
      from balances b join invoices i on i.policy_id = b.policy_id and i.kind = 'sale'
      where b.receivable > 0 and i.insurer_id = ${insurerId} and i.livemode = ${livemode}
      union all
      select currency, case credit when 'receivable' then amount else -amount end
      from postings
      where insurer_id = ${insurerId} and livemode = ${livemode} and booking_day > ${day}
        and 'receivable' in (debit, credit)) as owed
    group by currency having sum(amount) <> 0`)
}

/**
 * The invoices that are open, or were changed since the day, with what was open on that day. Most
 * invoices are neither: so the recent past is found without reading the others.
 */
function itemsOf({ insurerId, livemode, day }: LedgerOnDay) {
  return fragment`(
    select id, policy_id, product_id, kind, currency, total, issue_day, due as due_day,
      open - change as open, overdue,
      case when overdue <= 0 then 'not_due' when overdue <= 30 then '1_30'
        when overdue <= 60 then '31_60' when overdue <= 90 then '61_90' else 'over_90' end as bucket
    from (
      select id, sum(change)::bigint as change from (
        select id, 0 as change from invoices
        where insurer_id = ${insurerId} and livemode = ${livemode} and state = 'open'
        union all
        select invoice_id, amount from invoice_movements
        where insurer_id = ${insurerId} and livemode = ${livemode} and booking_day > ${day}
      ) as changes group by id
    ) as changed
    join invoices using (id)
    -- The due day that it had on that day: what was deferred since was due before.
    cross join lateral (values (coalesce((
      select due_before from deferrals d where d.invoice_id = invoices.id and d.booking_day > ${day}
      order by d.number limit 1), due_day))) as dated(due)
    cross join lateral (values (${day}::date - due)) as age(overdue))`
}
