import type { PaymentId, PolicyId, PolicyVersionId, RefundId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, json, sql } from '../database/index.ts'
import type { Payment, Refund } from './payment.ts'
import type { ProviderAnswer } from './provider.ts'

export const paymentColumns = fragment`
  id, policy_id as "policyId", livemode, insurer_id as "insurerId",
  distributor_id as "distributorId", product_id as "productId", customer_id as "customerId",
  first_name as "firstName", last_name as "lastName", provider, method, status,
  amount, currency, token, charge_id as "chargeId", reference, reason,
  error_code as "errorCode", created_at as "createdAt", processed_at as "processedAt"`

const refundColumns = fragment`
  id, payment_id as "paymentId", policy_id as "policyId",
  policy_version_id as "policyVersionId", status, method, amount, currency, reference, reason,
  created_at as "createdAt", processed_at as "processedAt"`

export async function insertPayments(tx: Queryable, payments: readonly Payment[]): Promise<void> {
  await tx.query(sql`
    insert into payments (id, policy_id, livemode, insurer_id, distributor_id, product_id,
      customer_id, first_name, last_name, provider, method, status, amount, currency, token,
      charge_id, reference, reason, error_code, created_at, processed_at)
    select "id", "policyId", "livemode", "insurerId", "distributorId", "productId", "customerId",
      "firstName", "lastName", "provider", "method", "status", "amount", "currency", "token",
      "chargeId", "reference", "reason", "errorCode", "createdAt", "processedAt"
    from json_to_recordset(${json(payments)}::json) as p(
      "id" text, "policyId" text, "livemode" boolean, "insurerId" text, "distributorId" text,
      "productId" text, "customerId" text, "firstName" text, "lastName" text,
      "provider" text, "method" text, "status" text, "amount" bigint,
      "currency" text, "token" text, "chargeId" text, "reference" text, "reason" text,
      "errorCode" text, "createdAt" timestamptz, "processedAt" timestamptz)`)
}

export async function selectPayment(db: Queryable, id: PaymentId): Promise<Payment | undefined> {
  const rows = await db.query<Payment>(compose`
    select ${paymentColumns} from payments where id = ${id}`)
  return rows[0]
}

/** All payments of a policy, oldest first, failed attempts included. */
export async function selectPaymentsOf(db: Queryable, policyId: PolicyId): Promise<Payment[]> {
  return db.query<Payment>(compose`
    select ${paymentColumns} from payments where policy_id = ${policyId} order by id`)
}

/** The payment that is pending or made for a policy; there is at most one. */
export async function selectLivePayment(
  db: Queryable,
  policyId: PolicyId,
): Promise<Payment | undefined> {
  const rows = await db.query<Payment>(compose`
    select ${paymentColumns} from payments where policy_id = ${policyId} and status in ('pending', 'ok')`)
  return rows[0]
}

/** Records the provider's answer, if nobody has recorded one yet; tells whether it did. */
export async function updatePaymentOutcome(
  tx: Queryable,
  id: PaymentId,
  answer: ProviderAnswer,
  now: Temporal.Instant,
): Promise<boolean> {
  const chargeId = answer.status === 'ok' ? answer.chargeId : null
  const reference = answer.status === 'failed' ? null : answer.reference
  const errorCode = answer.status === 'failed' ? answer.errorCode : null
  const reason = answer.status === 'failed' ? answer.reason : null
  const processedAt = answer.status === 'pending' ? null : now
  const rows = await tx.query(sql`
    update payments set status = ${answer.status}, charge_id = ${chargeId},
      reference = coalesce(${reference}, reference), error_code = ${errorCode}, reason = ${reason},
      processed_at = ${processedAt}
    where id = ${id} and status = 'pending' returning id`)
  return rows.length > 0
}

/** Makes the refund of a cancellation, unless it is there already. */
export async function insertRefund(tx: Queryable, refund: Refund): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into refunds (id, payment_id, policy_id, policy_version_id, status, method, amount,
      currency, reference, reason, created_at, processed_at)
    values (${refund.id}, ${refund.paymentId}, ${refund.policyId}, ${refund.policyVersionId},
      ${refund.status}, ${refund.method}, ${refund.amount}, ${refund.currency}, ${refund.reference},
      ${refund.reason}, ${refund.createdAt}, ${refund.processedAt})
    on conflict (policy_version_id) do nothing returning id`)
  return rows.length > 0
}

export async function selectRefundOfVersion(
  db: Queryable,
  versionId: PolicyVersionId,
): Promise<Refund | undefined> {
  const rows = await db.query<Refund>(compose`
    select ${refundColumns} from refunds where policy_version_id = ${versionId}`)
  return rows[0]
}

export async function selectRefunds(db: Queryable, paymentId: PaymentId): Promise<Refund[]> {
  return db.query<Refund>(compose`
    select ${refundColumns} from refunds where payment_id = ${paymentId} order by id`)
}

export async function updateRefundOutcome(
  tx: Queryable,
  id: RefundId,
  answer: ProviderAnswer,
  now: Temporal.Instant,
): Promise<void> {
  const reference = answer.status === 'failed' ? null : answer.reference
  const reason = answer.status === 'failed' ? answer.reason : null
  const processedAt = answer.status === 'pending' ? null : now
  await tx.query(sql`
    update refunds set status = ${answer.status}, reference = ${reference}, reason = ${reason},
      processed_at = ${processedAt}
    where id = ${id} and status = 'pending'`)
}
