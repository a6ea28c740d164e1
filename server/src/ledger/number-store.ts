import type { AccountId, InvoiceId, PolicyId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { InvoiceKind } from './invoice.ts'

/** Invoices that are counted together. */
export interface Series {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly year: number
}

/** The series of which invoices wait for their numbers: each is looked up once, however many wait. */
export async function selectSeriesWaiting(db: Queryable): Promise<Series[]> {
  return db.query(sql`
    with recursive waiting as (
      (select insurer_id, livemode, year from unnumbered_invoices
        order by insurer_id, livemode, year limit 1)
      union all
      select next.* from waiting, lateral (
        select u.insurer_id, u.livemode, u.year from unnumbered_invoices u
        where (u.insurer_id, u.livemode, u.year)
          > (waiting.insurer_id, waiting.livemode, waiting.year)
        order by u.insurer_id, u.livemode, u.year limit 1) as next)
    select insurer_id as "insurerId", livemode, year from waiting`)
}

/** Holds a series, so that its numbers are given out by one at a time. */
export async function lockSeries(tx: Queryable, { insurerId, livemode, year }: Series) {
  await tx.query(sql`
    insert into invoice_series (insurer_id, livemode, year, last)
    values (${insurerId}, ${livemode}, ${year}, 0)
    on conflict (insurer_id, livemode, year) do update set last = invoice_series.last`)
}

/** An invoice that has got its number just now. */
export interface NumberedInvoice {
  readonly invoiceId: InvoiceId
  readonly policyId: PolicyId
  readonly kind: InvoiceKind
}

/**
 * Gives the next numbers of a series that is locked to those that have waited longest. What was taken
 * by whoever held it before is gone, since this statement begins after the lock is there.
 */
export async function takeNumbers(
  tx: Queryable,
  { insurerId, livemode, year }: Series,
  after: InvoiceId | null,
  rowsMax: number,
): Promise<NumberedInvoice[]> {
  return tx.query(sql`
    with taken as (
      select invoice_id, policy_id, row_number() over (order by invoice_id) as place
      from (
        select invoice_id, policy_id from unnumbered_invoices
        where insurer_id = ${insurerId} and livemode = ${livemode} and year = ${year}
          and invoice_id > ${after ?? ''}
        order by invoice_id limit ${rowsMax}) as waiting),
    numbered as (
      insert into invoice_numbers (invoice_id, insurer_id, livemode, year, number)
      select t.invoice_id, s.insurer_id, s.livemode, s.year, s.last + t.place
      from taken t, invoice_series s
      where s.insurer_id = ${insurerId} and s.livemode = ${livemode} and s.year = ${year}),
    counted as (
      update invoice_series set last = last + (select coalesce(max(place), 0) from taken)
      where insurer_id = ${insurerId} and livemode = ${livemode} and year = ${year}),
    gone as (
      delete from unnumbered_invoices
      where insurer_id = ${insurerId} and livemode = ${livemode} and year = ${year}
        and invoice_id = any(array(select invoice_id from taken)))
    select t.invoice_id as "invoiceId", t.policy_id as "policyId", i.kind
    from taken t join invoices i on i.id = t.invoice_id order by t.place`)
}
