import type { InvoiceId, PolicyId, PolicyVersionId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../database/index.ts'
import type { Invoice } from './invoice.ts'

/** An invoice that has its number, and so a document. */
export interface IssuedInvoice extends Pick<
  Invoice,
  'id' | 'policyId' | 'versionId' | 'kind' | 'issueDay' | 'dueDay' | 'lines' | 'total' | 'createdAt'
> {
  readonly livemode: boolean
  /** Whether nothing was open when it was issued. */
  readonly wasSettled: boolean
  readonly year: number
  readonly number: number
}

const issuedColumns = fragment`
  i.id, i.policy_id as "policyId", i.version_id as "versionId", i.kind, i.issue_day as "issueDay",
  -- The document says the day that it was issued with.
  coalesce((select due_before from deferrals d where d.invoice_id = i.id order by d.number limit 1),
    i.due_day) as "dueDay", i.lines, i.total, i.created_at as "createdAt", i.livemode,
  coalesce(i.closed_at = i.created_at, false) as "wasSettled", n.year, n.number`

/** Undefined while it has no number. */
export async function selectIssuedInvoice(
  db: Queryable,
  id: InvoiceId,
): Promise<IssuedInvoice | undefined> {
  const rows = await db.query<IssuedInvoice>(compose`
    select ${issuedColumns} from invoices i join invoice_numbers n on n.invoice_id = i.id
    where i.id = ${id}`)
  return rows[0]
}

/** The invoice before that of the same policy; a credit note asks for nothing. */
export async function selectInvoiceBefore(
  db: Queryable,
  { id, policyId }: Pick<Invoice, 'id' | 'policyId'>,
): Promise<Pick<Invoice, 'versionId' | 'lines'> | undefined> {
  const rows = await db.query<Pick<Invoice, 'versionId' | 'lines'>>(sql`
    select version_id as "versionId", lines from invoices
    where policy_id = ${policyId} and kind <> 'credit_note' and state not in ('proposed', 'void')
      and id < ${id}
    order by id desc limit 1`)
  return rows[0]
}

/** The newest invoice and the newest credit note that have their numbers. */
export async function selectNewestIssued(
  db: Queryable,
  policyId: PolicyId,
): Promise<NewestIssued[]> {
  // Ids rise with time, so that both are found at an end of their index.
  return db.query<NewestIssued>(sql`
    (select i.id, i.version_id as "versionId", i.kind, i.issue_day as "issueDay"
      from invoices i join invoice_numbers n on n.invoice_id = i.id
      where i.policy_id = ${policyId} and i.kind <> 'credit_note'
      order by i.id desc limit 1)
    union all
    (select i.id, i.version_id, i.kind, i.issue_day
      from invoices i join invoice_numbers n on n.invoice_id = i.id
      where i.policy_id = ${policyId} and i.kind = 'credit_note'
      order by i.id desc limit 1)`)
}

export interface NewestIssued {
  readonly id: InvoiceId
  readonly versionId: PolicyVersionId
  readonly kind: Invoice['kind']
  readonly issueDay: Temporal.PlainDate
}
