import type { Moment, PaymentId, RefundId } from '../kernel/index.ts'
import { type Fragment, type Queryable, compose, fragment, sql } from '../database/index.ts'
import type { Refund, RefundDoubt } from './payment.ts'

const refundColumns = fragment`
  id, payment_id as "paymentId", policy_id as "policyId", livemode, insurer_id as "insurerId",
  distributor_id as "distributorId", policy_version_id as "policyVersionId", cause, status, method, amount,
  currency, reference, reason, attempt, attempted_at as "attemptedAt", asks, ask_at as "askAt",
  doubt, doubt_since as "doubtSince", created_at as "createdAt", processed_at as "processedAt"`

/** Makes the refund of a payment for its cause, unless it is there already. */
export async function insertRefund(tx: Queryable, refund: Refund): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into refunds (id, payment_id, policy_id, livemode, insurer_id, distributor_id,
      policy_version_id, cause, status, method, amount, currency, reference, reason, attempt, attempted_at,
      asks, ask_at, created_at, processed_at)
    values (${refund.id}, ${refund.paymentId}, ${refund.policyId}, ${refund.livemode},
      ${refund.insurerId}, ${refund.distributorId}, ${refund.policyVersionId}, ${refund.cause},
      ${refund.status}, ${refund.method}, ${refund.amount}, ${refund.currency}, ${refund.reference}, ${refund.reason},
      ${refund.attempt}, ${refund.attemptedAt}, ${refund.asks}, ${refund.askAt},
      ${refund.createdAt}, ${refund.processedAt})
    on conflict do nothing returning id`)
  return rows.length > 0
}

export async function selectRefund(db: Queryable, id: RefundId): Promise<Refund | undefined> {
  const rows = await db.query<Refund>(compose`
    select ${refundColumns} from refunds where id = ${id}`)
  return rows[0]
}

export async function selectRefundsOf(
  db: Queryable,
  paymentIds: readonly PaymentId[],
): Promise<Refund[]> {
  if (paymentIds.length === 0) return []
  return db.query<Refund>(compose`
    select ${refundColumns} from refunds where payment_id = any(${paymentIds}) order by id`)
}

/** Payments of which a refund needs a person, to be found in another search. */
export function paymentsOfDoubtfulRefunds(scope: readonly Fragment[]): Fragment {
  return fragment`select payment_id from refunds where ${[...scope]} and doubt is not null`
}

/** Written before the provider is asked, so that whoever comes after a crash knows that it was. */
export async function updateRefundAsked(
  tx: Queryable,
  id: RefundId,
  askAt: Temporal.Instant | null,
): Promise<void> {
  await tx.query(sql`
    update refunds set asks = asks + 1, ask_at = ${askAt} where id = ${id}`)
}

/** When the provider is asked about it next; null: no more. */
export async function updateRefundAskAt(
  tx: Queryable,
  id: RefundId,
  askAt: Temporal.Instant | null,
): Promise<void> {
  await tx.query(sql`update refunds set ask_at = ${askAt} where id = ${id}`)
}

export async function updateRefundMade(
  tx: Queryable,
  id: RefundId,
  made: { readonly reference: string | null; readonly reason: string | null },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update refunds set status = 'ok', reference = coalesce(${made.reference}, reference),
      reason = ${made.reason}, processed_at = ${now}, ask_at = null, doubt = null,
      doubt_since = null
    where id = ${id}`)
}

export async function updateRefundFailed(
  tx: Queryable,
  id: RefundId,
  reason: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update refunds set status = 'failed', reason = ${reason}, processed_at = ${now}, ask_at = null,
      doubt = 'failed', doubt_since = ${now}
    where id = ${id}`)
}

export async function updateRefundDoubt(
  tx: Queryable,
  id: RefundId,
  doubt: RefundDoubt,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update refunds set doubt = ${doubt}, doubt_since = ${now} where id = ${id}`)
}

export async function updateRefundReference(
  tx: Queryable,
  id: RefundId,
  reference: string | null,
): Promise<void> {
  await tx.query(sql`
    update refunds set reference = coalesce(${reference}, reference) where id = ${id}`)
}

/** Retried after it failed: a new attempt, of which the provider knows nothing yet. */
export async function updateRefundRetried(
  tx: Queryable,
  id: RefundId,
  { now, real, clockId }: Moment,
): Promise<void> {
  await tx.query(sql`
    update refunds set status = 'pending', attempt = attempt + 1, attempted_at = ${now}, asks = 0,
      ask_at = ${clockId === null ? real : null}, reference = null, reason = null, processed_at = null, doubt = null,
      doubt_since = null
    where id = ${id}`)
}

/** A payout carries it out: no provider is asked about it. */
export async function updateRefundHandedOver(tx: Queryable, id: RefundId): Promise<void> {
  await tx.query(sql`update refunds set ask_at = null where id = ${id}`)
}

/** Paid out, and sent back by the bank: it is pending again, as another attempt. */
export async function updateRefundReturned(
  tx: Queryable,
  id: RefundId,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update refunds set status = 'pending', attempt = attempt + 1, attempted_at = ${now}, asks = 0,
      ask_at = null, reason = null, processed_at = null
    where id = ${id}`)
}

/** Refunds with an outcome or news to come that nobody has asked about although it was time to. */
export async function selectOverdueRefunds(
  db: Queryable,
  dueBefore: Temporal.Instant,
  rowsMax: number,
): Promise<{ readonly id: RefundId }[]> {
  return db.query(sql`
    select id from refunds where status <> 'failed' and ask_at < ${dueBefore}
    order by ask_at limit ${rowsMax}`)
}

/** Of all insurers, up to a limit. */
export async function selectDoubtfulRefunds(
  db: Queryable,
  rowsMax: number,
): Promise<{ readonly id: RefundId }[]> {
  return db.query(sql`select id from refunds where doubt is not null limit ${rowsMax}`)
}
