import type { InvoiceId, PolicyId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'

/** A debit as the customer was notified of it: how much is taken, and when. */
export interface DebitNotice {
  readonly invoiceId: InvoiceId
  readonly policyId: PolicyId
  readonly attempt: number
  readonly amount: number
  readonly debitOn: Temporal.PlainDate
  readonly notifiedAt: Temporal.Instant
}

/** The newest of an invoice. */
export async function selectDebitNotice(
  db: Queryable,
  invoiceId: InvoiceId,
): Promise<DebitNotice | undefined> {
  const [notice] = await db.query<DebitNotice>(sql`
    select invoice_id as "invoiceId", policy_id as "policyId", attempt, amount,
      debit_on as "debitOn", notified_at as "notifiedAt"
    from debit_notices where invoice_id = ${invoiceId}`)
  return notice
}

/** In place of the one before. With the policy locked. */
export async function upsertDebitNotice(tx: Queryable, one: DebitNotice): Promise<void> {
  await tx.query(sql`
    insert into debit_notices (invoice_id, policy_id, attempt, amount, debit_on, notified_at)
    values (${one.invoiceId}, ${one.policyId}, ${one.attempt}, ${one.amount}, ${one.debitOn},
      ${one.notifiedAt})
    on conflict (invoice_id) do update set attempt = excluded.attempt, amount = excluded.amount,
      debit_on = excluded.debit_on, notified_at = excluded.notified_at`)
}
