import type { InvoiceId, PolicyId, PolicyVersionId } from '../kernel/index.ts'
import {
  type Finder,
  type Part,
  type Queryable,
  type SelectByIds,
  type Transaction,
  compose,
  fragment,
  listing,
  rows,
  sql,
  combineStatements,
} from '../database/index.ts'
import type { Charge } from '../timelines/index.ts'
import type { Charged, BillingAdjustment } from './preview-billing.ts'
import type { OpenInvoice } from './shrink-invoices.ts'
import { type Invoice, invoiceIdOf } from './invoice.ts'
import type { Balances, Posting } from './postings.ts'

/** How the money of a policy stands. It is posted with the sale: an offer has none. */
export async function selectCharged(db: Finder, policyId: PolicyId): Promise<Charged> {
  const [periods, balances, invoices, asked] = await Promise.all([
    db.list(periodsCharged, policyId),
    selectBalances(db, policyId),
    selectOpenInvoices(db, policyId),
    db.list(chargesAsked, policyId),
  ])
  if (balances === undefined) throw new Error(`policy ${policyId} was never paid`)
  return {
    periods: periods.map(({ firstDay, lastDay, wholeDays, payment, tax, fee, commission }) => ({
      period: { firstDay, lastDay, wholeDays },
      charged: { payment, tax, fee, commission },
    })),
    balances,
    invoices,
    count: Math.max(0, ...periods.map(({ newest }) => newest)),
    asked: asked[0]?.asked ?? 0,
  }
}

const periodsCharged = listing<StoredPeriod & { readonly newest: number }>(
  (policyIds) => sql`
    select policy_id as of, period_first_day as "firstDay", period_last_day as "lastDay",
      max(number) as newest, whole_days as "wholeDays", sum(amount)::bigint as payment,
      sum(tax)::bigint as tax, sum(fee)::bigint as fee, sum(commission)::bigint as commission
    from charges where policy_id = any(${policyIds})
    group by policy_id, period_first_day, period_last_day, whole_days
    order by policy_id, period_first_day`,
)

const chargesAsked = listing<{ readonly asked: number }>(
  (policyIds) => sql`
    select policy_id as of, coalesce(max(charges_to), 0) as asked from invoices
    where policy_id = any(${policyIds}) group by policy_id`,
)

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

/** What a version charged more, or less where negative, in all. */
export async function selectChargedBy(
  db: Queryable,
  policyId: PolicyId,
  versionId: PolicyVersionId,
): Promise<number> {
  const rows = await db.query<{ amount: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as amount from charges
    where policy_id = ${policyId} and version_id = ${versionId}`)
  return rows[0]?.amount ?? 0
}

/** The same of every version that charged something. */
export async function selectChargedByVersion(
  db: Queryable,
  policyId: PolicyId,
): Promise<ReadonlyMap<PolicyVersionId, number>> {
  const rows = await db.query<{ versionId: PolicyVersionId; amount: number }>(sql`
    select version_id as "versionId", sum(amount)::bigint as amount from charges
    where policy_id = ${policyId} group by version_id`)
  return new Map(rows.map(({ versionId, amount }) => [versionId, amount]))
}

type StoredPeriod = Charged['periods'][number]['period'] & Charged['periods'][number]['charged']

export async function selectBalances(
  db: Finder,
  policyId: PolicyId,
): Promise<Balances | undefined> {
  const [balances] = await db.list(balancesOf, policyId)
  return balances
}

const balancesOf = listing<Balances>(
  (policyIds) => sql`
    select policy_id as of, receivable, customer_credit as credit, cash,
      collected_elsewhere as elsewhere, written_off as "writtenOff", charged_back as "chargedBack"
    from balances where policy_id = any(${policyIds})`,
)

/** As it stands among all of its policy: 1, 2, 3 and so on. */
interface CountedCharge extends Charge {
  readonly number: number
}

export interface Written {
  readonly policyId: PolicyId
  readonly versionId: PolicyVersionId
  readonly charges: readonly CountedCharge[]
  readonly postings: readonly Posting[]
  readonly balances: Balances
  readonly now: Temporal.Instant
}

/** All that is first written of a policy's money. */
export interface Entries extends Written {
  readonly invoice: Invoice
}

/** For a statement that has locked the policies. */
export function entriesMade(all: readonly Entries[]): readonly Part[] {
  return [
    chargesMade(all),
    invoicesMade(
      all.map(({ invoice, now }) => {
        return { ...invoice, closedAt: invoice.state === 'open' ? null : now }
      }),
    ),
    invoicesQueued,
    postingsMade(all),
    balancesMade(all),
  ]
}

/** Periods that were charged and asked for, one bill after the other, of one policy. */
export function billsMade(
  bills: readonly (Written & { readonly invoice: Invoice | null })[],
): readonly Part[] {
  const last = bills.at(-1)
  if (last === undefined) return []
  const invoices = bills.flatMap(({ invoice, now }) => {
    return invoice === null ? [] : [{ ...invoice, closedAt: invoice.state === 'open' ? null : now }]
  })
  return [
    chargesMade(bills),
    invoicesMade(invoices),
    invoicesQueued,
    postingsMade(bills),
    balancesMoved(last.policyId, last.balances),
  ]
}

/** A charge that no invoice has taken in yet. */
export interface WaitingCharge extends CountedCharge {
  readonly versionId: PolicyVersionId
  /** Whether its period was charged by it for the first time. */
  readonly isFirst: boolean
}

/** Those after this number, in their order. */
export async function selectWaiting(
  db: Queryable,
  policyId: PolicyId,
  after: number,
): Promise<WaitingCharge[]> {
  const rows = await db.query<
    StoredPeriod & Pick<WaitingCharge, 'number' | 'versionId' | 'isFirst'>
  >(sql`
    select number, version_id as "versionId", period_first_day as "firstDay",
      period_last_day as "lastDay", whole_days as "wholeDays", amount as payment, tax, fee,
      commission, not exists (
        select from charges b where b.policy_id = c.policy_id
          and b.period_first_day = c.period_first_day and b.number < c.number) as "isFirst"
    from charges c where policy_id = ${policyId} and number > ${after} order by number`)
  return rows.map(({ number, versionId, isFirst, firstDay, lastDay, wholeDays, ...price }) => {
    const { payment, tax, fee, commission } = price
    const period = { firstDay, lastDay, wholeDays }
    return { number, versionId, isFirst, period, amount: { payment, tax, fee, commission } }
  })
}

/** What a version changes about money that is posted. */
export async function writeAdjustment(
  tx: Queryable,
  adjustment: Written & Pick<BillingAdjustment, 'shrunk'> & { readonly document: Invoice | null },
): Promise<void> {
  const { policyId, shrunk, document, now } = adjustment
  const documents = document === null ? [] : [{ ...document, closedAt: now }]
  await tx.query(
    combineStatements([
      chargesMade([adjustment]),
      postingsMade([adjustment]),
      balancesMoved(policyId, adjustment.balances),
      invoicesShrunk(shrunk, now),
      ...(documents.length === 0 ? [] : [invoicesMade(documents), invoicesQueued]),
    ]),
  )
}

/** Money that came: less is open of what it pays. */
export async function writePaid(
  tx: Transaction,
  paid: Pick<Written, 'policyId' | 'postings' | 'balances' | 'now'> &
    Pick<BillingAdjustment, 'shrunk'>,
): Promise<void> {
  const { policyId, shrunk, now } = paid
  await tx.write([
    postingsMade([paid]),
    balancesMoved(policyId, paid.balances),
    invoicesShrunk(shrunk, now),
  ])
}

/** Money that moves while no period costs more or less. */
export async function writePostings(
  tx: Queryable,
  moved: Pick<Written, 'policyId' | 'postings' | 'balances' | 'now'>,
): Promise<void> {
  await tx.query(
    combineStatements([postingsMade([moved]), balancesMoved(moved.policyId, moved.balances)]),
  )
}

/** A fee, with the invoice that asks for it. */
export function feeMade(
  made: Pick<Written, 'policyId' | 'postings' | 'balances' | 'now'> & { readonly invoice: Invoice },
): readonly Part[] {
  const { policyId, invoice, now } = made
  return [
    {
      name: 'fees_made',
      body: fragment`
        insert into fees (invoice_id, policy_id, amount, charged_at)
        values (${invoice.id}, ${policyId}, ${invoice.total}::bigint, ${now}::timestamptz)
        returning policy_id`,
    },
    invoicesMade([{ ...invoice, closedAt: null }]),
    invoicesQueued,
    postingsMade([made]),
    balancesMoved(policyId, made.balances),
  ]
}

/** Fees that are no longer owed: each credit note corrects the invoice that asked for one. */
export async function writeWaivedFees(
  tx: Queryable,
  waived: Pick<Written, 'policyId' | 'postings' | 'balances' | 'now'> & {
    readonly notes: readonly Invoice[]
  },
): Promise<void> {
  const { policyId, notes, now } = waived
  const made = notes.map(({ id, total }) => ({ id, policyId, amount: -total, now }))
  const settled = notes.flatMap(({ corrects: id }) => (id === null ? [] : [{ id, open: 0 }]))
  await tx.query(
    combineStatements([
      {
        name: 'fees_made',
        body: fragment`
          insert into fees (invoice_id, policy_id, amount, charged_at)
          select id, "policyId", amount, now from json_to_recordset(${rows(made)}::json) as f(
            id text, "policyId" text, amount bigint, now timestamptz)
          returning policy_id`,
      },
      invoicesMade(notes.map((note) => ({ ...note, closedAt: now }))),
      invoicesQueued,
      postingsMade([waived]),
      balancesMoved(policyId, waived.balances),
      invoicesShrunk(settled, now),
    ]),
  )
}

function chargesMade(all: readonly Written[]): Part {
  const made = all.flatMap(({ policyId, versionId, charges, now }) =>
    charges.map(({ period, amount, number }) => {
      return { policyId, versionId, now, number, ...period, ...amount }
    }),
  )
  return {
    name: 'charges_made',
    body: fragment`
      insert into charges (policy_id, number, period_first_day, version_id, period_last_day,
        whole_days, amount, tax, fee, commission, charged_at)
      select "policyId", number, "firstDay", "versionId", "lastDay", "wholeDays", payment, tax, fee,
        commission, now
      from json_to_recordset(${rows(made)}::json) as c(
        "policyId" text, number integer, "firstDay" date, "versionId" text, "lastDay" date,
        "wholeDays" integer, payment bigint, tax bigint, fee bigint, commission bigint, now timestamptz)
      returning policy_id`,
  }
}

function postingsMade(all: readonly Pick<Written, 'policyId' | 'postings' | 'now'>[]): Part {
  const made = all.flatMap(({ policyId, postings, now }) =>
    postings.map((posting) => ({ policyId, now, ...posting })),
  )
  return {
    name: 'postings_made',
    body: fragment`
      insert into postings (policy_id, cause, debit, credit, amount, reason, posted_at)
      select "policyId", cause, debit, credit, amount, reason, now
      from json_to_recordset(${rows(made)}::json) as p(
        "policyId" text, cause text, debit text, credit text, amount bigint, reason text,
        now timestamptz)
      returning policy_id`,
  }
}

function balancesMade(all: readonly Pick<Written, 'policyId' | 'balances'>[]): Part {
  const made = all.map(({ policyId, balances }) => ({ policyId, ...balances }))
  return {
    name: 'balances_made',
    body: fragment`
      insert into balances (policy_id, receivable, customer_credit, cash, collected_elsewhere)
      select "policyId", receivable, credit, cash, elsewhere
      from json_to_recordset(${rows(made)}::json) as b(
        "policyId" text, receivable bigint, credit bigint, cash bigint, elsewhere bigint)
      returning policy_id`,
  }
}

function balancesMoved(policyId: PolicyId, balances: Balances): Part {
  return {
    name: 'balances_moved',
    rows: 1,
    body: fragment`
      update balances b set receivable = m.receivable, customer_credit = m.credit, cash = m.cash,
        collected_elsewhere = m.elsewhere, written_off = m."writtenOff",
        charged_back = m."chargedBack"
      from json_to_recordset(${rows([{ policyId, ...balances }])}::json) as m(
        "policyId" text, receivable bigint, credit bigint, cash bigint, elsewhere bigint,
        "writtenOff" bigint, "chargedBack" bigint)
      where b.policy_id = m."policyId" returning b.policy_id`,
  }
}

export async function insertInvoice(tx: Queryable, invoice: Invoice): Promise<void> {
  await tx.query(
    combineStatements([invoicesMade([{ ...invoice, closedAt: null }]), invoicesQueued]),
  )
}

export const invoiceColumns = fragment`
  id, policy_id as "policyId", kind, insurer_id as "insurerId", product_id as "productId", livemode,
  currency,
  version_id as "versionId", state, total, open, issue_day as "issueDay", due_day as "dueDay", lines,
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
 * show, and gets a number. It is due on this day at the earliest.
 */
export async function acceptInvoice(
  tx: Queryable,
  { id, open, dueFrom }: Pick<Invoice, 'id' | 'open'> & { readonly dueFrom?: Temporal.PlainDate },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    with accepted as (
      update invoices i set open = ${open},
        state = case when ${open} = 0 then 'settled' else 'open' end,
        closed_at = case when ${open} = 0 then ${now}::timestamptz end,
        charges_from = taken.first, charges_to = taken.last,
        due_day = greatest(i.due_day, ${dueFrom ?? null}::date)
      from (
        select min(c.number) as first, max(c.number) as last
        from invoices p join charges c on c.policy_id = p.policy_id and c.version_id = p.version_id
        where p.id = ${id} and c.period_first_day in (
          select (line ->> 'first_day')::date from jsonb_array_elements(p.lines) as line)) as taken
      where i.id = ${id} and i.state = 'proposed'
      returning i.*)
    insert into unnumbered_invoices (insurer_id, livemode, year, invoice_id, policy_id)
    select insurer_id, livemode, extract(year from issue_day), id, policy_id from accepted`)
}

/** What is open of it is given up. */
export async function writeOffInvoice(
  tx: Queryable,
  id: InvoiceId,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update invoices set state = 'written_off', open = 0, closed_at = ${now}
    where id = ${id} and state = 'open'`)
}

/** More of it is open again, as far as it asked for so much. */
export async function reopenInvoice(tx: Queryable, id: InvoiceId, by: number): Promise<void> {
  await tx.query(sql`
    update invoices set state = 'open', open = least(open + ${by}, total), closed_at = null
    where id = ${id} and state in ('settled', 'open')`)
}

/** What a version asked for is no longer asked for. */
export async function voidInvoice(
  tx: Queryable,
  versionId: PolicyVersionId,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update invoices set state = 'void', open = 0, closed_at = ${now}
    where id = ${invoiceIdOf(versionId)} and state in ('proposed', 'open')`)
}

function invoicesMade(
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
        state, total, open, issue_day, due_day, lines, charges_from, charges_to, corrects, token_hash,
        created_at, closed_at)
      select id, "policyId", kind, "insurerId", "productId", livemode, currency, "versionId", state, total,
        open, "issueDay", "dueDay", lines, "chargesFrom", "chargesTo", corrects,
        decode("tokenHash", 'hex'), "createdAt", "closedAt"
      from json_to_recordset(${rows(made)}::json) as i(
        id text, "policyId" text, kind text, "insurerId" text, "productId" text, livemode boolean,
        currency text,
        "versionId" text, state text, total bigint, open bigint, "issueDay" date, "dueDay" date,
        lines jsonb, "chargesFrom" integer, "chargesTo" integer, corrects text, "tokenHash" text,
        "createdAt" timestamptz, "closedAt" timestamptz)
      returning id, policy_id, insurer_id, livemode, state, issue_day`,
  }
}

/** Those of the same statement that are owed or paid wait for their numbers. */
const invoicesQueued: Part = {
  name: 'invoices_queued',
  follows: true,
  body: fragment`
    insert into unnumbered_invoices (insurer_id, livemode, year, invoice_id, policy_id)
    select insurer_id, livemode, extract(year from issue_day), id, policy_id
    from invoices_made where state in ('open', 'settled') returning invoice_id`,
}

/** Less of them is open. One of which nothing is left is settled. */
function invoicesShrunk(shrunk: BillingAdjustment['shrunk'], now: Temporal.Instant): Part {
  return {
    name: 'invoices_shrunk',
    rows: shrunk.length,
    body: fragment`
      update invoices i set open = s.open,
        state = case s.open when 0 then 'settled' else 'open' end,
        closed_at = case s.open when 0 then s.now end
      from json_to_recordset(${rows(shrunk.map((one) => ({ ...one, now })))}::json) as s(
        id text, open bigint, now timestamptz)
      where i.id = s.id and i.state = 'open' returning i.id`,
  }
}
