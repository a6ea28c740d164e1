import type { DeferralId, InvoiceId, PolicyId, PolicyVersionId } from '../kernel/index.ts'
import { todayIn } from '../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../database/index.ts'
import type { PostedPolicy } from './invoice.ts'

/** The due day of an open invoice was moved to a later day. */
export interface Deferral {
  readonly id: DeferralId
  readonly invoiceId: InvoiceId
  readonly policyId: PolicyId
  readonly versionId: PolicyVersionId
  readonly dueBefore: Temporal.PlainDate
  readonly dueDay: Temporal.PlainDate
  /** What was open of the invoice. */
  readonly open: number
  readonly reason: string
  readonly deferredAt: Temporal.Instant
}

/** With the policy locked. */
export async function insertDeferral(
  tx: Queryable,
  { insurerId, livemode, timeZone }: PostedPolicy,
  deferral: Deferral,
): Promise<void> {
  const { id, invoiceId, policyId, versionId, dueBefore, dueDay, open, reason } = deferral
  const today = todayIn(timeZone, deferral.deferredAt)
  await tx.query(sql`
    with moved as (update invoices set due_day = ${dueDay} where id = ${invoiceId})
    insert into deferrals (id, invoice_id, policy_id, version_id, due_before, due_day, open, reason,
      booking_day, deferred_at)
    values (${id}, ${invoiceId}, ${policyId}, ${versionId}, ${dueBefore}, ${dueDay}, ${open},
      ${reason}, posting_day(${insurerId}, ${livemode}, ${today}), ${deferral.deferredAt})`)
}

export async function selectDeferral(db: Queryable, id: DeferralId): Promise<Deferral | undefined> {
  const [row] = await db.query<Deferral>(compose`
    select ${columns} from deferrals where id = ${id}`)
  return row
}

const columns = fragment`
  id, invoice_id as "invoiceId", policy_id as "policyId", version_id as "versionId",
  due_before as "dueBefore", due_day as "dueDay", open, reason, deferred_at as "deferredAt"`

export async function selectNewestDeferral(
  db: Queryable,
  policyId: PolicyId,
): Promise<Deferral | undefined> {
  const [row] = await db.query<Deferral>(compose`
    select ${columns} from deferrals where policy_id = ${policyId} order by number desc limit 1`)
  return row
}
