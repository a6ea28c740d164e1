import { type InvoiceId, type PolicyId, type PolicyVersionId, todayIn } from '../kernel/index.ts'
import {
  type Finder,
  type Part,
  type Queryable,
  type SelectByIds,
  compose,
  fragment,
  listing,
  rows,
  sql,
  combineStatements,
} from '../database/index.ts'
import type { BillingAdjustment } from './preview-billing.ts'
import type { OpenInvoice } from './shrink-invoices.ts'
import { type Invoice, type PostedPolicy, invoiceIdOf } from './invoice.ts'

/** What is still to be paid, oldest due first. */
export async function selectOpenInvoices(db: Finder, policyId: PolicyId): Promise<OpenInvoice[]> {
  return db.list(invoicesOpen, policyId)
}

const invoicesOpen = listing<OpenInvoice>(
  (policyIds) => sql`
    select policy_id as of, id, kind, open, due_day as "dueDay", array(
      select distinct line ->> 'first_day' from jsonb_array_elements(lines) as line
      where line ? 'first_day') as periods
    from invoices where policy_id = any(${policyIds}) and state = 'open' order by due_day, id`,
)

/**
 * Those of a policy that were due before a day, and are open or were closed at this very moment; also a first
 * premium that was paid at this very moment, whenever it is due.
 */
export async function hasOverdue(
  db: Finder,
  policyId: PolicyId,
  { today, now }: { readonly today: Temporal.PlainDate; readonly now: Temporal.Instant },
): Promise<boolean> {
  return (await db.list(policiesOverdue, `${policyId} ${today} ${now}`)).length > 0
}

/** Each policy has a day and a moment of its own: those on a test clock may differ in them. */
const policiesOverdue = listing<object>(
  (places) => sql`
    select of from unnest(${places}::text[]) as of where exists (
      select from invoices where policy_id = split_part(of, ' ', 1)
        and ((due_day < split_part(of, ' ', 2)::date
            and (state = 'open' or closed_at = split_part(of, ' ', 3)::timestamptz))
          or (kind = 'sale' and closed_at = split_part(of, ' ', 3)::timestamptz)))`,
)

export async function insertInvoice(tx: Queryable, invoice: Invoice): Promise<void> {
  await tx.query(
    combineStatements([invoicesMade([{ ...invoice, closedAt: null }]), invoicesQueued]),
  )
}

export const invoiceColumns = fragment`
  id, policy_id as "policyId", kind, insurer_id as "insurerId", product_id as "productId", livemode,
  currency,
  version_id as "versionId", state, total, open, paid, issue_day as "issueDay", due_day as "dueDay", lines,
  charges_from as "chargesFrom", charges_to as "chargesTo", corrects, token_hash as "tokenHash",
  created_at as "createdAt"`

export async function selectInvoice(db: Finder, id: InvoiceId): Promise<Invoice | undefined> {
  return db.find<Invoice>(invoicesByIds, id)
}

const invoicesByIds: SelectByIds = (ids) =>
  compose`select ${invoiceColumns} from invoices where id = any(${ids})`

/** Newest first. */
export async function selectInvoicesOf(db: Queryable, policyId: PolicyId): Promise<Invoice[]> {
  return db.query<Invoice>(compose`
    select ${invoiceColumns} from invoices where policy_id = ${policyId} order by id desc`)
}

/**
 * A proposed invoice becomes open, and so much of it is owed: it contains the charges that its lines
 * show, and gets a number. It is due on the day after this one at the earliest.
 */
export async function acceptInvoice(
  tx: Queryable,
  {
    id,
    open,
    today,
  }: Pick<Invoice, 'id' | 'open'> & {
    /** Null where it is paid at once. */
    readonly today: Temporal.PlainDate | null
  },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    with accepted as (
      update invoices i set open = ${open}, paid = i.total - ${open},
        state = case when ${open} = 0 then 'settled' else 'open' end,
        closed_at = case when ${open} = 0 then ${now}::timestamptz end,
        charges_from = taken.first, charges_to = taken.last,
        due_day = greatest(i.due_day, ${today}::date + 1)
      from (
        select min(c.number) as first, max(c.number) as last
        from invoices p join charges c on c.policy_id = p.policy_id and c.version_id = p.version_id
        where p.id = ${id} and c.period_first_day in (
          select (line ->> 'first_day')::date from jsonb_array_elements(p.lines) as line)) as taken
      where i.id = ${id} and i.state = 'proposed'
      returning i.*),
    moved as (
      insert into invoice_movements (invoice_id, policy_id, insurer_id, livemode, kind, amount,
        booking_day, moved_at)
      select id, policy_id, insurer_id, livemode, 'issued', open,
        posting_day(insurer_id, livemode, ${today}::date), ${now}::timestamptz
      from accepted where state = 'open')
    insert into unnumbered_invoices (insurer_id, livemode, year, invoice_id, policy_id)
    select insurer_id, livemode, extract(year from issue_day), id, policy_id from accepted`)
}

/** An invoice of a policy that changes at a moment. */
interface MovedInvoice {
  readonly policy: PostedPolicy
  readonly id: InvoiceId
  readonly now: Temporal.Instant
}

/** What is open of it is given up. */
export async function writeOffInvoice(
  tx: Queryable,
  { policy, id, now }: MovedInvoice,
): Promise<void> {
  await tx.query(sql`
    with written as (
      update invoices i set state = 'written_off', open = 0, closed_at = ${now}
      from invoices before where before.id = i.id and i.id = ${id} and i.state = 'open'
      returning i.id, i.policy_id, i.insurer_id, i.livemode, before.open)
    insert into invoice_movements (invoice_id, policy_id, insurer_id, livemode, kind, amount,
      booking_day, moved_at)
    select id, policy_id, insurer_id, livemode, 'written_off', -open,
      posting_day(insurer_id, livemode, ${todayIn(policy.timeZone, now)}::date), ${now}::timestamptz
    from written`)
}

/**
 * More of it is open again, as far as it asked for so much. What exceeds the money that paid for it was
 * reduced before, and is owed after all: the money for it was given back.
 */
export async function reopenInvoice(
  tx: Queryable,
  { policy, id, now, by }: MovedInvoice & { readonly by: number },
): Promise<void> {
  await tx.query(sql`
    with reopened as (
      update invoices i set state = 'open', open = least(i.open + ${by}, i.total),
        paid = greatest(0, i.paid + i.open - least(i.open + ${by}, i.total)), closed_at = null
      from invoices before
      where before.id = i.id and i.id = ${id} and i.state in ('settled', 'open')
      returning i.id, i.policy_id, i.insurer_id, i.livemode, i.open - before.open as grown,
        before.paid - i.paid as unpaid)
    insert into invoice_movements (invoice_id, policy_id, insurer_id, livemode, kind, amount,
      booking_day, moved_at)
    select id, policy_id, insurer_id, livemode, kind, amount,
      posting_day(insurer_id, livemode, ${todayIn(policy.timeZone, now)}::date), ${now}::timestamptz
    from reopened cross join lateral (
      values ('charged_back', unpaid), ('reduced', grown - unpaid)) as m(kind, amount)
    where amount > 0`)
}

/** What a version proposed is no longer asked for. It was never owed. */
export async function voidInvoice(
  tx: Queryable,
  versionId: PolicyVersionId,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update invoices set state = 'void', open = 0, closed_at = ${now}
    where id = ${invoiceIdOf(versionId)} and state = 'proposed'`)
}

export function invoicesMade(
  invoices: readonly (Invoice & { readonly closedAt: Temporal.Instant | null })[],
): Part {
  const made = invoices.map((invoice) => ({
    ...invoice,
    tokenHash: invoice.tokenHash?.toString('hex') ?? null,
  }))
  return {
    name: 'invoices_made',
    body: fragment`
      insert into invoices (id, policy_id, kind, insurer_id, product_id, livemode, currency, version_id,
        state, total, open, paid, issue_day, due_day, lines, charges_from, charges_to, corrects,
        token_hash, created_at, closed_at)
      select id, "policyId", kind, "insurerId", "productId", livemode, currency, "versionId", state, total,
        open, paid, "issueDay", "dueDay", lines, "chargesFrom", "chargesTo", corrects,
        decode("tokenHash", 'hex'), "createdAt", "closedAt"
      from json_to_recordset(${rows(made)}::json) as i(
        id text, "policyId" text, kind text, "insurerId" text, "productId" text, livemode boolean,
        currency text,
        "versionId" text, state text, total bigint, open bigint, paid bigint, "issueDay" date,
        "dueDay" date, lines jsonb, "chargesFrom" integer, "chargesTo" integer, corrects text, "tokenHash" text,
        "createdAt" timestamptz, "closedAt" timestamptz)
      returning id, policy_id, insurer_id, livemode, state, open, issue_day, created_at`,
  }
}

/** Those of the same statement that are owed or paid wait for their numbers. */
export const invoicesQueued: Part = {
  name: 'invoices_queued',
  follows: true,
  body: fragment`
    insert into unnumbered_invoices (insurer_id, livemode, year, invoice_id, policy_id)
    select insurer_id, livemode, extract(year from issue_day), id, policy_id
    from invoices_made where state in ('open', 'settled') returning invoice_id`,
}

/** Those of the same statement that are open from the day of their issue on. */
export const openingsMoved: Part = {
  name: 'openings_moved',
  follows: true,
  body: fragment`
    insert into invoice_movements (invoice_id, policy_id, insurer_id, livemode, kind, amount,
      booking_day, moved_at)
    select id, policy_id, insurer_id, livemode, 'issued', open,
      posting_day(insurer_id, livemode, issue_day), created_at
    from invoices_made where state = 'open' returning invoice_id`,
}

/** Less of them is open. One of which nothing is left is settled. */
export function invoicesShrunk(
  shrunk: BillingAdjustment['shrunk'],
  kind: 'paid' | 'reduced',
  { policy, now }: Omit<MovedInvoice, 'id'>,
): readonly Part[] {
  const today = todayIn(policy.timeZone, now)
  return [
    {
      name: 'invoices_shrunk',
      rows: shrunk.length,
      body: fragment`
        update invoices i set open = s.open,
          paid = i.paid + case s.kind when 'paid' then i.open - s.open else 0 end,
          state = case s.open when 0 then 'settled' else 'open' end,
          closed_at = case s.open when 0 then s.now end
        from json_to_recordset(${rows(shrunk.map((one) => ({ ...one, kind, now, today })))}::json)
          as s(id text, open bigint, kind text, now timestamptz, today date)
          join invoices before using (id)
        where i.id = s.id and i.state = 'open'
        returning i.id, i.policy_id, i.insurer_id, i.livemode, s.kind, s.now, s.today,
          i.open - before.open as change`,
    },
    {
      name: 'shrinkings_moved',
      follows: true,
      body: fragment`
        insert into invoice_movements (invoice_id, policy_id, insurer_id, livemode, kind, amount,
          booking_day, moved_at)
        select id, policy_id, insurer_id, livemode, kind, change,
          posting_day(insurer_id, livemode, today), now
        from invoices_shrunk returning invoice_id`,
    },
  ]
}

/** The invoices that a token pays, or paid and may pay again after a charge-back. */
export async function selectTokenInvoices(
  db: Queryable,
  policyId: PolicyId,
): Promise<{ readonly id: InvoiceId }[]> {
  return db.query(sql`
    select id from invoices where policy_id = ${policyId} and token_hash is not null
      and state in ('open', 'settled') order by id`)
}

/** Puts other tokens in the place of those before, whose links end with it. With the policy locked. */
export async function updateInvoiceTokens(
  tx: Queryable,
  tokens: readonly { readonly id: InvoiceId; readonly tokenHash: Buffer }[],
): Promise<void> {
  const hashes = tokens.map(({ id, tokenHash }) => ({ id, tokenHash: tokenHash.toString('hex') }))
  await tx.query(compose`
    update invoices i set token_hash = decode(t."tokenHash", 'hex')
    from json_to_recordset(${rows(hashes)}::json) as t(id text, "tokenHash" text)
    where i.id = t.id`)
}
