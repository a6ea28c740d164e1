import type { PaymentId, RefundId } from '../../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  given,
  idsBetween,
  json,
  searchPage,
  sql,
} from '../../database/index.ts'
import type { CredentialOwner } from '../credentials/credentials.ts'
import { isAccepted, withAcceptance } from './accepted-difference-store.ts'
import type {
  ListedItem,
  Match,
  ReconciliationItem,
  ReconciliationProblem,
} from './reconciliation.ts'

const columns = fragment`
  id, insurer_id as "insurerId", livemode, provider, kind, state, problem, reference, source, type,
  amount, fee, currency, happened_at as "happenedAt", value_day as "valueDay",
  payment_id as "paymentId", refund_id as "refundId", own_amount as "ownAmount", difference`

/** Those that are new: each movement of an account is there once. */
export async function insertItems(
  tx: Queryable,
  items: readonly ReconciliationItem[],
  now: Temporal.Instant,
): Promise<ReadonlySet<string>> {
  const inserted = await tx.query<{ id: string }>(sql`
    insert into reconciliation_items (id, insurer_id, livemode, provider, kind, state, problem,
      reference, source, type, amount, fee, currency, happened_at, value_day, payment_id, refund_id,
      own_amount, difference, checked_at)
    select id, "insurerId", livemode, provider, kind, state, problem, reference, source, type,
      amount, fee, currency, "happenedAt", "valueDay", "paymentId", "refundId", "ownAmount",
      difference, ${now}
    from json_to_recordset(${json(items)}::json) as i(
      id text, "insurerId" text, livemode boolean, provider text, kind text, state text,
      problem text, reference text, source text, type text, amount bigint, fee bigint,
      currency text, "happenedAt" timestamptz, "valueDay" date, "paymentId" text,
      "refundId" text, "ownAmount" bigint, difference bigint)
    on conflict do nothing returning id`)
  return new Set(inserted.map(({ id }) => id))
}

/** What is compared with each other: a payment, a refund, or a dispute as the provider calls it. */
export interface Subjects {
  readonly payments: readonly PaymentId[]
  readonly refunds: readonly RefundId[]
  readonly disputes: readonly string[]
}

/** All movements of some payments, refunds and disputes, oldest first. */
export async function selectItemsOf(
  db: Queryable,
  { insurerId, livemode }: CredentialOwner,
  provider: string,
  { payments, refunds, disputes }: Subjects,
): Promise<ReconciliationItem[]> {
  return db.query<ReconciliationItem>(compose`
    select ${columns} from reconciliation_items
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}
      and ((kind = 'payment' and payment_id = any(${payments}))
        or (kind = 'refund' and refund_id = any(${refunds}))
        or (kind = 'dispute' and source = any(${disputes})))
    order by happened_at, id`)
}

/** What has not matched yet, the longest ago compared first. */
export async function selectOpenItems(
  db: Queryable,
  { insurerId, livemode }: CredentialOwner,
  provider: string,
  rowsMax: number,
): Promise<ReconciliationItem[]> {
  return db.query<ReconciliationItem>(compose`
    select ${columns} from reconciliation_items
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}
      and state <> 'matched'
    order by checked_at, id limit ${rowsMax}`)
}

/** How items match, after both sides were compared. */
export async function updateMatches(
  tx: Queryable,
  matches: readonly (Match & Pick<ReconciliationItem, 'id' | 'ownAmount'>)[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update reconciliation_items i set state = m.state, problem = m.problem,
      difference = m.difference, own_amount = m."ownAmount", checked_at = ${now}
    from json_to_recordset(${json(matches)}::json) as m(
      id text, state text, problem text, difference bigint, "ownAmount" bigint)
    where i.id = m.id`)
}

/** The payments and refunds that movements are about, as far as they are known by now. */
export async function updateLinks(
  tx: Queryable,
  items: readonly Pick<ReconciliationItem, 'id' | 'paymentId' | 'refundId'>[],
): Promise<void> {
  await tx.query(sql`
    update reconciliation_items i set payment_id = coalesce(i.payment_id, n."paymentId"),
      refund_id = coalesce(i.refund_id, n."refundId")
    from json_to_recordset(${json(items)}::json) as n(id text, "paymentId" text, "refundId" text)
    where i.id = n.id and (i.payment_id is distinct from n."paymentId"
      or i.refund_id is distinct from n."refundId")`)
}

/** What was lacking at the provider and is there now, or is not expected there any more. */
export async function deleteItems(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    delete from reconciliation_items where id = any(${ids}) and reference is null`)
}

/** A payment or a refund by our books. */
export interface OwnRecord<Id> {
  readonly id: Id
  readonly paymentId: PaymentId
  /** Null while it is not decided. */
  readonly amount: number | null
  readonly currency: string
}

/**
 * Payments as money that came: what was charged back since came all the same, and of money that could
 * not be applied its refund says how much it was.
 */
export async function selectOwnPayments(
  db: Queryable,
  ids: readonly PaymentId[],
): Promise<(OwnRecord<PaymentId> & { readonly isTakenBack: boolean })[]> {
  return db.query(sql`
    select id, id as "paymentId", currency,
      charged_back_at is not null as "isTakenBack",
      case when status = 'pending' then null
        when on_account then 0
        when status = 'ok' or charged_back_at is not null then amount
        when unapplied_at is not null then coalesce((
          select r.amount from refunds r where r.payment_id = p.id and r.cause = 'unapplied'), 0)
        else 0 end as amount
    from payments p where id = any(${ids})`)
}

/** Refunds as money that went; one that was made by hand or by a payout went another way. */
export async function selectOwnRefunds(
  db: Queryable,
  ids: readonly RefundId[],
): Promise<OwnRecord<RefundId>[]> {
  return db.query(sql`
    select id, payment_id as "paymentId", currency,
      case when status = 'pending' then null
        when status = 'ok' and reference is not null then -amount
        else 0 end as amount
    from refunds where id = any(${ids})`)
}

/** Payments by what the provider calls them; of two the one that waits for no other. */
export async function selectReferenced(
  db: Queryable,
  { insurerId, livemode }: CredentialOwner,
  provider: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, PaymentId>> {
  const found = await db.query<{ reference: string; id: PaymentId }>(sql`
    select reference, id from payments
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}
      and reference = any(${references})
    order by on_account desc`)
  return new Map(found.map(({ reference, id }) => [reference, id]))
}

/** Payments that were begun since a moment, by what the provider calls their charges. */
export async function selectCharged(
  db: Queryable,
  { insurerId, livemode }: CredentialOwner,
  provider: string,
  charges: readonly string[],
  since: Temporal.Instant,
): Promise<ReadonlyMap<string, PaymentId>> {
  const found = await db.query<{ charge: string; id: PaymentId }>(compose`
    select charge_id as charge, id from payments
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}
      and ${idsBetween('t', since, null)} and charge_id = any(${charges})`)
  return new Map(found.map(({ charge, id }) => [charge, id]))
}

/** Which of these payments the insurer has at this provider. */
export async function selectNamed(
  db: Queryable,
  { insurerId, livemode }: CredentialOwner,
  provider: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await db.query<{ id: string }>(sql`
    select id from payments where id = any(${ids}) and insurer_id = ${insurerId}
      and livemode = ${livemode} and provider = ${provider}`)
  return new Set(found.map(({ id }) => id))
}

/** Refunds of some payments, with what the provider calls them. */
export async function selectRefundsByReference(
  db: Queryable,
  paymentIds: readonly PaymentId[],
): Promise<ReadonlyMap<string, RefundId>> {
  const found = await db.query<{ reference: string; id: RefundId }>(sql`
    select reference, id from refunds
    where payment_id = any(${paymentIds}) and reference is not null`)
  return new Map(found.map(({ reference, id }) => [reference, id]))
}

/**
 * Begun between two moments and made, without any movement at the provider. Refunds are reduced to the
 * few without a movement before their payments are read: those may be as old as the policy.
 */
export async function selectNotThere(
  db: Queryable,
  { insurerId, livemode }: CredentialOwner,
  provider: string,
  { from, until }: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
  rowsMax: number,
): Promise<(OwnRecord<PaymentId | RefundId> & { readonly refundId: RefundId | null })[]> {
  return db.query(compose`
    with without_movement as materialized (
      select r.id, r.payment_id, r.currency, r.amount
      from (select * from refunds where ${idsBetween('ref_', from, until)}) as r
      where r.insurer_id = ${insurerId} and r.livemode = ${livemode}
        and r.status = 'ok' and r.reference is not null
        and not exists (select from reconciliation_items i where i.refund_id = r.id))
    select p.id, p.id as "paymentId", null as "refundId", p.currency, p.amount
    from (select * from payments where ${idsBetween('t', from, until)}) as p
    where p.insurer_id = ${insurerId} and p.livemode = ${livemode}
      and p.provider = ${provider} and not p.on_account and p.reference is not null
      and (p.status = 'ok' or p.charged_back_at is not null)
      and not exists (
        select from reconciliation_items i where i.payment_id = p.id and i.kind = 'payment')
    union all
    select r.id, r.payment_id, r.id, r.currency, -r.amount
    from without_movement r join payments p on p.id = r.payment_id
    where p.provider = ${provider}
    order by 1 limit ${rowsMax}`)
}

/** Until the end of the transaction. */
export async function lockItem(tx: Queryable, id: ReconciliationItem['id']): Promise<void> {
  await tx.query(sql`select id from reconciliation_items where id = ${id} for update`)
}

const listedColumns = fragment`
  ${columns}, a.reason, a.accepted_by as "acceptedBy", a.accepted_at as "acceptedAt"`

type ListedRow = ReconciliationItem & {
  readonly reason: string | null
  readonly acceptedBy: string | null
  readonly acceptedAt: Temporal.Instant | null
}

function listed({ reason, acceptedBy, acceptedAt, ...item }: ListedRow): ListedItem {
  if (reason === null || acceptedBy === null || acceptedAt === null) {
    return { ...item, acceptance: null }
  }
  return { ...item, state: 'accepted', acceptance: { reason, acceptedBy, acceptedAt } }
}

export async function selectListedItem(
  db: Queryable,
  id: ReconciliationItem['id'],
): Promise<ListedItem | undefined> {
  const [row] = await db.query<ListedRow>(compose`
    select ${listedColumns} from reconciliation_items i ${withAcceptance} where id = ${id}`)
  return row && listed(row)
}

export interface ReconciliationSearch extends CredentialOwner {
  readonly provider: string | null
  readonly state: ListedItem['state'] | null
  readonly problem: ReconciliationProblem | null
  readonly paymentId: string | null
  /** From the first moment to before the second. */
  readonly from: Temporal.Instant | null
  readonly until: Temporal.Instant | null
}

/** Newest first. */
export async function searchReconciliation(
  db: Queryable,
  wanted: ReconciliationSearch,
  page: Page,
): Promise<PageRows<ListedItem>> {
  const { insurerId, livemode, provider, state, problem, paymentId, from, until } = wanted
  const found = await searchPage<ListedRow>(db, page, {
    select: fragment`select ${listedColumns} from reconciliation_items i ${withAcceptance}`,
    where: [
      ...equal({
        insurer_id: insurerId,
        livemode,
        provider,
        state: state === 'accepted' ? 'unmatched' : state,
        problem,
        payment_id: paymentId,
      }),
      state === 'accepted' ? isAccepted : null,
      state === 'unmatched' ? fragment`not ${isAccepted}` : null,
      given(from, (moment) => fragment`happened_at >= ${moment}`),
      given(until, (moment) => fragment`happened_at < ${moment}`),
    ],
    isPlannedByValue: true,
  })
  return { ...found, rows: found.rows.map(listed) }
}

/** What an account comes to in one currency. */
export interface ReconciliationTotals {
  readonly provider: string
  readonly currency: string
  /** What is at the provider, by the movements that were read. */
  readonly balance: number
  readonly fees: number
  readonly paidOut: number
  /** What is there beyond our books, and nobody has accepted as known. */
  readonly difference: number
  /** What people have accepted as known. */
  readonly accepted: number
  readonly waiting: number
  readonly unmatched: number
}

/** Adds what has just moved. */
export async function addToSums(
  tx: Queryable,
  { insurerId, livemode }: CredentialOwner,
  provider: string,
  sums: readonly Pick<ReconciliationTotals, 'currency' | 'balance' | 'fees' | 'paidOut'>[],
): Promise<void> {
  await tx.query(sql`
    insert into reconciliation_sums as s
      (insurer_id, livemode, provider, currency, balance, fees, paid_out)
    select ${insurerId}, ${livemode}, ${provider}, currency, balance, fees, "paidOut"
    from json_to_recordset(${json(sums)}::json) as a(
      currency text, balance bigint, fees bigint, "paidOut" bigint)
    on conflict (insurer_id, livemode, provider, currency) do update set
      balance = s.balance + excluded.balance, fees = s.fees + excluded.fees,
      paid_out = s.paid_out + excluded.paid_out`)
}

/** Reads no movement that has matched, however many there are. */
export async function selectTotals(
  db: Queryable,
  { insurerId, livemode }: CredentialOwner,
): Promise<ReconciliationTotals[]> {
  return db.query<ReconciliationTotals>(compose`
    with open as (
      select provider, currency, sum(difference) filter (where a.item_id is null) as difference,
        sum(difference) filter (where a.item_id is not null) as accepted,
        sum((state = 'waiting')::int) as waiting,
        sum((state = 'unmatched' and a.item_id is null)::int) as unmatched
      from reconciliation_items i ${withAcceptance}
      where insurer_id = ${insurerId} and livemode = ${livemode} and state <> 'matched'
      group by provider, currency),
    moved as (
      select provider, currency, balance, fees, paid_out from reconciliation_sums
      where insurer_id = ${insurerId} and livemode = ${livemode})
    select provider, currency, coalesce(balance, 0)::bigint as balance,
      coalesce(fees, 0)::bigint as fees, coalesce(paid_out, 0)::bigint as "paidOut",
      coalesce(difference, 0)::bigint as difference, coalesce(accepted, 0)::bigint as accepted,
      coalesce(waiting, 0)::int as waiting,
      coalesce(unmatched, 0)::int as unmatched
    from moved full join open using (provider, currency) order by provider, currency`)
}

/** Some that have not matched since a moment, and nobody has accepted; over all insurers where none is named. */
export async function selectLongUnmatched(
  db: Queryable,
  since: Temporal.Instant,
  rowsMax: number,
  owner: CredentialOwner | null = null,
): Promise<{ readonly id: string }[]> {
  return db.query(compose`
    select id from reconciliation_items i
    where ${[
      fragment`state = 'unmatched'`,
      fragment`not ${isAccepted}`,
      fragment`happened_at <= ${since}`,
      ...equal({ insurer_id: owner?.insurerId ?? null, livemode: owner?.livemode ?? null }),
    ].filter((one) => one !== null)}
    limit ${rowsMax}`)
}
