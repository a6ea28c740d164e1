import type { InvoiceId, PaymentId, PolicyId } from '../kernel/index.ts'
import {
  type Finder,
  type Fragment,
  type Part,
  type Queryable,
  type SelectByIds,
  type Transaction,
  compose,
  fragment,
  listing,
  rows,
  sql,
} from '../database/index.ts'
import type { Invoice, MoneyMoved } from '../ledger/index.ts'
import { type Payment, type PaymentDoubt, unapplied } from './payment.ts'
import type { ChargeMade } from './provider.ts'

export const paymentColumns = fragment`
  id, policy_id as "policyId", invoice_id as "invoiceId", livemode, insurer_id as "insurerId",
  distributor_id as "distributorId", product_id as "productId", customer_id as "customerId",
  first_name as "firstName", last_name as "lastName", provider, method, status,
  amount, currency, charge_id as "chargeId", reference, reason,
  error_code as "errorCode", created_at as "createdAt", processed_at as "processedAt",
  ask_at as "askAt", doubt, doubt_since as "doubtSince", late_at as "lateAt",
  received_on as "receivedOn", on_account as "onAccount", unapplied_at as "unappliedAt",
  mandate_id as "mandateId", attempt, charged_back_at as "chargedBackAt",
  needs_customer_since as "needsCustomerSince", processing_since as "processingSince"`

/** In a statement that has locked their policies. */
export function paymentsMade(payments: readonly Payment[]): Part {
  return { name: 'payments_made', body: newPayments(payments) }
}

function newPayments(payments: readonly Payment[]): Fragment {
  return fragment`
    insert into payments (id, policy_id, invoice_id, livemode, insurer_id, distributor_id, product_id,
      customer_id, first_name, last_name, provider, method, status, amount, currency,
      charge_id, reference, reason, error_code, created_at, processed_at, ask_at, received_on,
      on_account, mandate_id, attempt)
    select "id", "policyId", "invoiceId", "livemode", "insurerId", "distributorId", "productId", "customerId",
      "firstName", "lastName", "provider", "method", "status", "amount", "currency",
      "chargeId", "reference", "reason", "errorCode", "createdAt", "processedAt", "askAt",
      "receivedOn", "onAccount", "mandateId", "attempt"
    from json_to_recordset(${rows(payments)}::json) as p(
      "id" text, "policyId" text, "invoiceId" text, "livemode" boolean, "insurerId" text, "distributorId" text,
      "productId" text, "customerId" text, "firstName" text, "lastName" text,
      "provider" text, "method" text, "status" text, "amount" bigint,
      "currency" text, "chargeId" text, "reference" text, "reason" text,
      "errorCode" text, "createdAt" timestamptz, "processedAt" timestamptz,
      "askAt" timestamptz, "receivedOn" date, "onAccount" boolean, "mandateId" text,
      "attempt" integer)
    returning id`
}

export async function selectPayment(db: Finder, id: PaymentId): Promise<Payment | undefined> {
  return db.find<Payment>(paymentsByIds, id)
}

const paymentsByIds: SelectByIds = (ids) =>
  compose`select ${paymentColumns} from payments where id = any(${ids})`

/** All payments of a policy, oldest first, failed attempts included. */
export async function selectPaymentsOf(db: Queryable, policyId: PolicyId): Promise<Payment[]> {
  return db.query<Payment>(compose`
    select ${paymentColumns} from payments where policy_id = ${policyId} order by id`)
}

/**
 * The payment that is pending or made for an offer, or for an invoice; there is at most one, besides
 * receipts and what is on account.
 */
export async function selectLivePayment(
  db: Finder,
  paidFor: PolicyId | InvoiceId,
): Promise<Payment | undefined> {
  const [live] = await db.list(paymentsLive, paidFor)
  return live
}

const paymentsLive = listing<Payment>(
  (paidFor) => compose`
    select coalesce(invoice_id, policy_id) as of, ${paymentColumns} from payments
    where coalesce(invoice_id, policy_id) = any(${paidFor}) and status in ('pending', 'ok')
      and received_on is null and not on_account`,
)

/** What is being paid for an invoice; the payment of a sale names none. */
export async function selectPendingPayment(
  db: Queryable,
  { id, kind, policyId }: Pick<Invoice, 'id' | 'kind' | 'policyId'>,
): Promise<Payment | undefined> {
  const isSale = kind === 'sale'
  const rows = await db.query<Payment>(compose`
    select ${paymentColumns} from payments
    where policy_id = ${policyId} and status = 'pending'
      and (invoice_id = ${id} or (invoice_id is null and ${isSale}))`)
  return rows[0]
}

/** The newest that was made; what came by itself says nothing of how the next will. */
export async function selectLastPayment(
  db: Finder,
  policyId: PolicyId,
): Promise<Payment | undefined> {
  const [last] = await db.list(lastPayments, policyId)
  return last
}

const lastPayments = listing<Payment>(
  (policyIds) => compose`
    select of, last.* from unnest(${policyIds}::text[]) as of, lateral (
      select ${paymentColumns} from payments
      where policy_id = of and status = 'ok' and received_on is null
      order by created_at desc, id desc limit 1) as last`,
)

/** What the provider calls a payment that is still pending. */
export async function updateReference(
  tx: Queryable,
  id: PaymentId,
  reference: string | null,
): Promise<void> {
  await tx.query(sql`
    update payments set reference = coalesce(${reference}, reference) where id = ${id}`)
}

/** The customer has to confirm it, for the first time that its provider says so. */
export async function updateNeedsCustomer(
  tx: Queryable,
  id: PaymentId,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`update payments set needs_customer_since = ${now} where id = ${id}`)
}

/** Its provider has accepted it, and says so for the first time. */
export async function updateProcessing(
  tx: Queryable,
  id: PaymentId,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`update payments set processing_since = ${now} where id = ${id}`)
}

/** What is being paid for invoices of a policy. */
export async function selectPendingOf(db: Queryable, policyId: PolicyId): Promise<Payment[]> {
  return db.query<Payment>(compose`
    select ${paymentColumns} from payments
    where policy_id = ${policyId} and status = 'pending' and invoice_id is not null`)
}

/** The payment of an insurer that a provider calls so: of a debit that was bound, the one that collects it. */
export async function selectByReference(
  db: Queryable,
  { insurerId, livemode }: Pick<Payment, 'insurerId' | 'livemode'>,
  provider: string,
  reference: string,
): Promise<Payment | undefined> {
  const [payment] = await db.query<Payment>(compose`
    select ${paymentColumns} from payments
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}
      and reference = ${reference}
    order by on_account limit 1`)
  return payment
}

/** A debit was accepted: the payment is made on account, and its money is collected from now on. */
export async function updatePaymentBound(
  tx: Queryable,
  id: PaymentId,
  reference: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update payments set status = 'ok', on_account = true, reference = ${reference},
      processed_at = ${now}, ask_at = null, doubt = null, doubt_since = null
    where id = ${id}`)
}

/** The day on which the bank had the money of a payment that was made. */
export async function updateReceivedOn(
  tx: Queryable,
  id: PaymentId,
  receivedOn: Temporal.PlainDate,
): Promise<void> {
  await tx.query(sql`update payments set received_on = ${receivedOn} where id = ${id}`)
}

/** The money came, and pays for the policy. */
export async function updatePaymentMade(
  tx: Transaction,
  id: PaymentId,
  { chargeId, reference }: ChargeMade,
  { isLate, now }: { readonly isLate: boolean; readonly now: Temporal.Instant },
): Promise<void> {
  const body = fragment`
    update payments p set status = 'ok', charge_id = m."chargeId",
      reference = coalesce(m.reference, p.reference), error_code = null, reason = null,
      processed_at = m.now, late_at = case when m."isLate" then m.now end,
      ask_at = null, doubt = null, doubt_since = null
    from json_to_recordset(${rows([{ id, chargeId, reference, isLate, now: now.toString() }])}::json) as m(
      id text, "chargeId" text, reference text, "isLate" boolean, now timestamptz)
    where p.id = m.id returning p.id`
  await tx.write([{ name: 'payments_settled', body }])
}

/** No money came, or none that can be applied: then it is known by its charge. */
export async function updatePaymentFailed(
  tx: Queryable,
  id: PaymentId,
  failure: {
    readonly errorCode: string
    readonly reason: string
    readonly unapplied: ChargeMade | null
    readonly isLate: boolean
  },
  now: Temporal.Instant,
): Promise<void> {
  const { unapplied, errorCode, reason } = failure
  await tx.query(sql`
    update payments set status = 'failed', error_code = ${errorCode}, reason = ${reason},
      charge_id = ${unapplied?.chargeId ?? null},
      reference = coalesce(${unapplied?.reference ?? null}, reference),
      processed_at = coalesce(processed_at, ${now}), late_at = ${failure.isLate ? now : null},
      unapplied_at = ${unapplied === null ? null : now}, ask_at = null, doubt = null,
      doubt_since = null
    where id = ${id}`)
}

/** It was made, and its money was taken back. */
export async function updatePaymentChargedBack(
  tx: Queryable,
  id: PaymentId,
  reason: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update payments set status = 'failed', error_code = 'charged_back', reason = ${reason},
      charged_back_at = ${now}, ask_at = null, doubt = null, doubt_since = null
    where id = ${id}`)
}

export async function updatePaymentDoubt(
  tx: Queryable,
  id: PaymentId,
  doubt: PaymentDoubt | null,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update payments set doubt = ${doubt}, doubt_since = ${doubt === null ? null : now}
    where id = ${id}`)
}

export async function updatePaymentAskAt(
  tx: Queryable,
  id: PaymentId,
  askAt: Temporal.Instant | null,
): Promise<void> {
  await tx.query(sql`update payments set ask_at = ${askAt} where id = ${id}`)
}

/** Payments that nobody has asked about although it was time to. */
export async function selectOverduePayments(
  db: Queryable,
  dueBefore: Temporal.Instant,
  rowsMax: number,
): Promise<{ readonly id: PaymentId }[]> {
  return db.query(sql`
    select id from payments where ask_at < ${dueBefore}
    order by ask_at limit ${rowsMax}`)
}

/** Of all insurers, up to a limit: whoever watches wants to know whether there are any. */
export async function selectDoubtfulPayments(
  db: Queryable,
  rowsMax: number,
): Promise<{ readonly id: PaymentId }[]> {
  return db.query(sql`select id from payments where doubt is not null limit ${rowsMax}`)
}

/** The payments that were made for some policies, and what was given back of them. */
export async function selectMoneyMoved(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<(policyId: PolicyId) => MoneyMoved> {
  const [payments, refunds, payouts] = await Promise.all([
    db.query<MoneyMoved['received'][number] & { readonly policyId: PolicyId }>(sql`
      select policy_id as "policyId", id, amount, invoice_id as "invoiceId",
        received_on is not null as "isReceipt", charged_back_at is not null as "isChargedBack"
      from payments where policy_id = any(${policyIds}) and not on_account
        and (status = 'ok' or charged_back_at is not null)`),
    db.query<MoneyMoved['returned'][number] & { readonly policyId: PolicyId }>(sql`
      select r.policy_id as "policyId", r.id, r.payment_id as "paymentId", r.amount,
        r.status = 'failed' as "hasFailed"
      from refunds r join payments p on p.id = r.payment_id
      where p.policy_id = any(${policyIds}) and r.cause <> ${unapplied}`),
    db.query<MoneyMoved['paidOut'][number] & { readonly policyId: PolicyId }>(sql`
      select o.policy_id as "policyId", o.id, o.refund_id as "refundId", r.status as "refundStatus",
        o.amount, o.state
      from payouts o left join refunds r on r.id = o.refund_id
      where o.policy_id = any(${policyIds}) and coalesce(r.cause, '') <> ${unapplied}`),
  ])
  const receivedOf = Map.groupBy(payments, ({ policyId }) => policyId)
  const returnedOf = Map.groupBy(refunds, ({ policyId }) => policyId)
  const paidOutOf = Map.groupBy(payouts, ({ policyId }) => policyId)
  return (policyId) => ({
    received: receivedOf.get(policyId) ?? [],
    returned: returnedOf.get(policyId) ?? [],
    paidOut: paidOutOf.get(policyId) ?? [],
  })
}
