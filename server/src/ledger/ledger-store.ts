import { type PolicyId, type PolicyVersionId, todayIn } from '../kernel/index.ts'
import {
  type Finder,
  type Part,
  type Queryable,
  type Transaction,
  compose,
  fragment,
  listing,
  rows,
  sql,
  combineStatements,
} from '../database/index.ts'
import type { BillingPeriod, Charge } from '../timelines/index.ts'
import type { Charged, BillingAdjustment } from './preview-billing.ts'
import type { Invoice, PostedPolicy } from './invoice.ts'
import {
  invoicesMade,
  invoicesQueued,
  invoicesShrunk,
  openingsMoved,
  selectOpenInvoices,
} from './invoice-store.ts'
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
    periods: periods.map(({ payment, tax, fee, commission, ...stored }) => ({
      period: periodOf(stored),
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
      max(number) as newest, whole_days as "wholeDays", days_before as "daysBefore", sum(amount)::bigint as payment,
      sum(tax)::bigint as tax, sum(fee)::bigint as fee, sum(commission)::bigint as commission
    from charges where policy_id = any(${policyIds})
    group by policy_id, period_first_day, period_last_day, whole_days, days_before
    order by policy_id, period_first_day`,
)

const chargesAsked = listing<{ readonly asked: number }>(
  (policyIds) => sql`
    select policy_id as of, coalesce(max(charges_to), 0) as asked from invoices
    where policy_id = any(${policyIds}) group by policy_id`,
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

/** What was written off and not settled since, by rate of tax: those postings alone have a reason. */
export const partsWrittenOff = fragment`(
  select coalesce(json_agg(part), '[]') from (
    select tax_rate as rate,
      sum(case when debit = 'written_off' then amount when credit = 'written_off' then -amount
        else 0 end) as net,
      sum(case when debit = 'tax' then amount when credit = 'tax' then -amount else 0 end) as tax
    from postings p where p.policy_id = balances.policy_id and p.reason is not null
    group by tax_rate order by tax_rate collate "C" nulls last) as part
  where net <> 0 or tax <> 0)`

const balancesOf = listing<Balances>(
  (policyIds) => compose`
    select policy_id as of, receivable, customer_credit as credit,
      refunds_payable as "refundsPayable", cash,
      collected_elsewhere as elsewhere, written_off as "writtenOff", charged_back as "chargedBack",
      granted, case when written_off = 0 then '[]' else ${partsWrittenOff} end as "writtenOffParts"
    from balances where policy_id = any(${policyIds})`,
)

/** As it stands among all of its policy: 1, 2, 3 and so on. */
interface CountedCharge extends Charge {
  readonly number: number
}

export interface Written {
  readonly policy: PostedPolicy
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

/** For a statement that has locked the policies. A sale that is paid at once opens no invoice. */
export function entriesMade(all: readonly Entries[]): readonly Part[] {
  const isAnyOpen = all.some(({ invoice }) => invoice.state === 'open')
  return [
    chargesMade(all),
    invoicesMade(
      all.map(({ invoice, now }) => {
        return { ...invoice, closedAt: invoice.state === 'open' ? null : now }
      }),
    ),
    invoicesQueued,
    ...(isAnyOpen ? [openingsMoved] : []),
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
    openingsMoved,
    postingsMade(bills),
    balancesMoved(last.policy, last.balances),
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
      period_last_day as "lastDay", whole_days as "wholeDays", days_before as "daysBefore",
      amount as payment, tax, fee, commission, not exists (
        select from charges b where b.policy_id = c.policy_id
          and b.period_first_day = c.period_first_day and b.number < c.number) as "isFirst"
    from charges c where policy_id = ${policyId} and number > ${after} order by number`)
  return rows.map(({ number, versionId, isFirst, payment, tax, fee, commission, ...stored }) => {
    const period = periodOf(stored)
    return { number, versionId, isFirst, period, amount: { payment, tax, fee, commission } }
  })
}

function periodOf({ firstDay, lastDay, wholeDays, daysBefore }: BillingPeriod): BillingPeriod {
  return { firstDay, lastDay, wholeDays, daysBefore }
}

/** What a version changes about money that is posted. */
export async function writeAdjustment(
  tx: Queryable,
  adjustment: Written & Pick<BillingAdjustment, 'shrunk'> & { readonly document: Invoice | null },
): Promise<void> {
  const { policy, shrunk, document, now } = adjustment
  const documents = document === null ? [] : [{ ...document, closedAt: now }]
  await tx.query(
    combineStatements([
      chargesMade([adjustment]),
      postingsMade([adjustment]),
      balancesMoved(policy, adjustment.balances),
      ...invoicesShrunk(shrunk, 'reduced', { policy, now }),
      ...(documents.length === 0 ? [] : [invoicesMade(documents), invoicesQueued]),
    ]),
  )
}

/** Money that came: less is open of what it pays. */
export async function writePaid(
  tx: Transaction,
  paid: Pick<Written, 'policy' | 'postings' | 'balances' | 'now'> &
    Pick<BillingAdjustment, 'shrunk'>,
): Promise<void> {
  const { policy, shrunk, now } = paid
  await tx.write([
    postingsMade([paid]),
    balancesMoved(policy, paid.balances),
    ...invoicesShrunk(shrunk, 'paid', { policy, now }),
  ])
}

/** Money that moves while no period costs more or less. */
export async function writePostings(
  tx: Queryable,
  moved: Pick<Written, 'policy' | 'postings' | 'balances' | 'now'>,
): Promise<void> {
  await tx.query(
    combineStatements([postingsMade([moved]), balancesMoved(moved.policy, moved.balances)]),
  )
}

/** A fee, with the invoice that asks for it. */
export function feeMade(
  made: Pick<Written, 'policy' | 'postings' | 'balances' | 'now'> & { readonly invoice: Invoice },
): readonly Part[] {
  const { policy, invoice, now } = made
  return [
    feesMade([{ id: invoice.id, policyId: policy.id, amount: invoice.total, now }]),
    invoicesMade([{ ...invoice, closedAt: null }]),
    invoicesQueued,
    openingsMoved,
    postingsMade([made]),
    balancesMoved(policy, made.balances),
  ]
}

/** Fees that are no longer owed: each credit note corrects the invoice that asked for one. */
export async function writeWaivedFees(
  tx: Queryable,
  waived: Pick<Written, 'policy' | 'postings' | 'balances' | 'now'> & {
    readonly notes: readonly Invoice[]
  },
): Promise<void> {
  const { policy, notes, now } = waived
  const made = notes.map(({ id, total }) => ({ id, policyId: policy.id, amount: -total, now }))
  const settled = notes.flatMap(({ corrects: id }) => (id === null ? [] : [{ id, open: 0 }]))
  await tx.query(
    combineStatements([
      feesMade(made),
      invoicesMade(notes.map((note) => ({ ...note, closedAt: now }))),
      invoicesQueued,
      postingsMade([waived]),
      balancesMoved(policy, waived.balances),
      ...invoicesShrunk(settled, 'reduced', { policy, now }),
    ]),
  )
}

/** Charges that belong to no period, with the document of each; below zero where one is given up. */
function feesMade(
  made: readonly {
    readonly id: Invoice['id']
    readonly policyId: PolicyId
    readonly amount: number
    readonly now: Temporal.Instant
  }[],
): Part {
  return {
    name: 'fees_made',
    body: fragment`
      insert into fees (invoice_id, policy_id, amount, charged_at)
      select id, "policyId", amount, now from json_to_recordset(${rows(made)}::json) as f(
        id text, "policyId" text, amount bigint, now timestamptz)
      returning policy_id`,
  }
}

/** What a person entered, with its document and the invoices of which less is open by it. */
export function enteredByHand(
  entered: Pick<Written, 'policy' | 'postings' | 'balances' | 'now'> &
    Pick<BillingAdjustment, 'shrunk'> & {
      readonly invoice: Invoice
      /** What of it is a fee; null where it is none. */
      readonly fee: number | null
      /** How it made less open: goodwill pays. */
      readonly by: 'paid' | 'reduced'
    },
): readonly Part[] {
  const { policy, invoice, fee, shrunk, by, now } = entered
  const { id, state } = invoice
  return [
    ...(fee === null ? [] : [feesMade([{ id, policyId: policy.id, amount: fee, now }])]),
    invoicesMade([{ ...invoice, closedAt: state === 'open' ? null : now }]),
    invoicesQueued,
    ...(state === 'open' ? [openingsMoved] : []),
    postingsMade([entered]),
    balancesMoved(policy, entered.balances),
    ...(shrunk.length === 0 ? [] : invoicesShrunk(shrunk, by, { policy, now })),
  ]
}

/** The booking day is that of `posting_day`, here without a call for each row of a sale. */
function chargesMade(all: readonly Written[]): Part {
  const made = all.flatMap(({ policy, versionId, charges, now }) =>
    charges.map(({ period, amount, number }) => {
      return { ...postedOn(policy, now), versionId, number, ...period, ...amount }
    }),
  )
  return {
    name: 'charges_made',
    body: fragment`
      insert into charges (policy_id, number, period_first_day, version_id, period_last_day,
        whole_days, days_before, amount, tax, fee, commission, charged_at, booking_day)
      select "policyId", number, "firstDay", "versionId", "lastDay", "wholeDays", "daysBefore",
        payment, tax, fee, commission, now, greatest(today, (
          select max(last_day) + 1 from closings m
          where m.insurer_id = "insurerId" and m.livemode = c.livemode))
      from json_to_recordset(${rows(made)}::json) as c(
        "policyId" text, "insurerId" text, livemode boolean, today date, number integer,
        "firstDay" date, "versionId" text, "lastDay" date, "wholeDays" integer,
        "daysBefore" integer, payment bigint, tax bigint, fee bigint, commission bigint,
        now timestamptz)
      returning policy_id`,
  }
}

function postingsMade(all: readonly Pick<Written, 'policy' | 'postings' | 'now'>[]): Part {
  const made = all.flatMap(({ policy, postings, now }) =>
    postings.map(({ service, ...posting }) => ({
      ...postedOn(policy, now),
      currency: policy.currency,
      ...posting,
      serviceFrom: service?.firstDay ?? null,
      serviceTo: service?.lastDay ?? null,
    })),
  )
  return {
    name: 'postings_made',
    body: fragment`
      insert into postings (policy_id, cause, debit, credit, amount, reason, posted_at, insurer_id,
        livemode, currency, booking_day, value_day, service_first_day, service_last_day, tax_rate)
      select "policyId", cause, debit, credit, amount, reason, now, "insurerId", livemode, currency,
        day, coalesce("valueDay", day), "serviceFrom", "serviceTo", "taxRate"
      from (
        select *, greatest(today, (
            select max(last_day) + 1 from closings m
            where m.insurer_id = "insurerId" and m.livemode = p.livemode)) as day
        from json_to_recordset(${rows(made)}::json) as p(
          "policyId" text, cause text, debit text, credit text, amount bigint, reason text,
          now timestamptz, "insurerId" text, livemode boolean, currency text, today date,
          "valueDay" date, "serviceFrom" date, "serviceTo" date, "taxRate" text)) as dated
      returning policy_id`,
  }
}

/** A posting of money that belongs to no policy. */
export async function insertPosting(
  tx: Queryable,
  posting: Pick<Posting, 'cause' | 'debit' | 'credit' | 'amount' | 'valueDay'> &
    Pick<PostedPolicy, 'insurerId' | 'livemode' | 'currency'> & {
      readonly today: Temporal.PlainDate
      readonly now: Temporal.Instant
    },
): Promise<void> {
  const { cause, debit, credit, amount, valueDay, insurerId, livemode, currency } = posting
  await tx.query(sql`
    insert into postings (cause, debit, credit, amount, posted_at, insurer_id, livemode, currency,
      booking_day, value_day)
    values (${cause}, ${debit}, ${credit}, ${amount}, ${posting.now}, ${insurerId}, ${livemode},
      ${currency}, posting_day(${insurerId}, ${livemode}, ${posting.today}), ${valueDay})`)
}

/** What the database needs to know to give something its booking day. */
function postedOn(
  { id: policyId, insurerId, livemode, timeZone }: PostedPolicy,
  now: Temporal.Instant,
) {
  return { policyId, insurerId, livemode, today: todayIn(timeZone, now), now }
}

function balancesMade(all: readonly Pick<Written, 'policy' | 'balances'>[]): Part {
  const made = all.map(({ policy, balances }) => ({ policyId: policy.id, ...balances }))
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

function balancesMoved({ id: policyId }: PostedPolicy, balances: Balances): Part {
  return {
    name: 'balances_moved',
    rows: 1,
    body: fragment`
      update balances b set receivable = m.receivable, customer_credit = m.credit,
        refunds_payable = m."refundsPayable", cash = m.cash,
        collected_elsewhere = m.elsewhere, written_off = m."writtenOff",
        charged_back = m."chargedBack", granted = m.granted
      from json_to_recordset(${rows([{ policyId, ...balances }])}::json) as m(
        "policyId" text, receivable bigint, credit bigint, "refundsPayable" bigint, cash bigint, elsewhere bigint,
        "writtenOff" bigint, "chargedBack" bigint, granted bigint)
      where b.policy_id = m."policyId" returning b.policy_id`,
  }
}
