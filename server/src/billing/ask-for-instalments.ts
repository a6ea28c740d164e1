import {
  type Clock,
  type InvoiceId,
  type Moment,
  type QuoteId,
  mintId,
  mintToken,
  todayIn,
} from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { type Deadline, deadlinesSet } from '../deadlines/index.ts'
import { eventsRecorded } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import { type Billed, type TaxOf, billPeriods, billsMade, selectWaiting } from '../ledger/index.ts'
import {
  type Mandate,
  type Payment,
  collectedElsewhere,
  firstTry,
  paymentEvent,
  paymentsMade,
  selectActiveMandate,
  selectLastPayment,
  tillOf,
} from '../payments/index.ts'
import {
  type BilledPolicy,
  type Policy,
  billingPlan,
  instalmentDeadline,
  instalmentsDue,
  invoiceTokensKept,
  overdueDeadline,
  readBilledPolicy,
} from '../policies/index.ts'
import { taxOfCharges } from '../policy-transactions/index.ts'
import type { Catalogue } from '../products/index.ts'
import { selectTaxRates } from '../quotes/index.ts'
import { hashSecret, type KeyRing } from '../sealing/index.ts'
import {
  type DuePeriod,
  type Instalments,
  partsByTax,
  planOn,
  pricePeriod,
} from '../timelines/index.ts'
import { collectionOf, dueDayOf, earliestDueDay, latest } from './due-day.ts'
import { newsOfInvoice } from './invoice-news.ts'

export interface InstalmentDeps {
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/**
 * The duty of an instalment: charges every period whose day has come, also where it costs nothing,
 * asks for what is owed then, and says when the next one is due. Where its day has not come yet,
 * because of a transaction in the meantime, it only says that.
 */
export function askForInstalments(
  deps: InstalmentDeps,
  tx: Transaction,
  of: Pick<Deadline, 'policyId'>,
  moment: Moment,
): Promise<void> {
  return askFor(deps, tx, of, moment, ({ due, next, earliest, dayOf }) =>
    combinedRequests(due, earliest, next, dayOf),
  )
}

/**
 * Asks for everything that was missed or given back while a policy was not in force, with one invoice: as
 * many days are left to pay it as the plan leaves for an instalment. With the policy locked.
 */
export function askForMissed(
  deps: InstalmentDeps,
  tx: Transaction,
  of: Pick<Deadline, 'policyId'>,
  moment: Moment,
): Promise<void> {
  return askFor(deps, tx, of, moment, ({ due, earliest, later }) => [
    { kind: 'transaction', dueDay: latest(later, earliest), periods: due },
  ])
}

/** The same for what is owed for a past term; nobody has to pay it on the day on which it is asked for. */
export function askForAdjustment(
  deps: InstalmentDeps,
  tx: Transaction,
  of: Pick<Deadline, 'policyId'>,
  moment: Moment,
): Promise<void> {
  return askFor(deps, tx, of, moment, ({ due, tomorrow, later }) => [
    { kind: 'transaction', dueDay: latest(later, tomorrow), periods: due },
  ])
}

/** What is to be asked for, and from which its due days follow. */
interface Asking extends Instalments {
  readonly earliest: Temporal.PlainDate
  readonly tomorrow: Temporal.PlainDate
  /** So many days from today as the plan asks before a due day. */
  readonly later: Temporal.PlainDate
  readonly dayOf: (one: DuePeriod) => Temporal.PlainDate
}

async function askFor(
  deps: InstalmentDeps,
  tx: Transaction,
  { policyId }: Pick<Deadline, 'policyId'>,
  moment: Moment,
  requestsOf: (asking: Asking) => Asked[],
): Promise<void> {
  const account = await readBilledPolicy(deps, tx, policyId)
  const { policy, product, timeline, charged } = account
  const today = todayIn(policy.timeZone, moment.now)
  const { due, next } = instalmentsDue(account, today)
  const billedOn = due.at(-1)?.period.firstDay ?? today
  const plan = billingPlan(product, policy, planOn(timeline, billedOn))
  const isWaiting = charged.count > charged.asked
  const quoteIds = [...new Set(timeline.segments.map(({ quoteId }) => quoteId))]
  const [waiting, before, mandate, taxRates] = await Promise.all([
    isWaiting ? selectWaiting(tx, policyId, charged.asked) : [],
    selectLastPayment(tx, policyId),
    selectActiveMandate(tx, policyId),
    due.length === 0 ? noRates : selectTaxRates(tx, quoteIds),
  ])
  const waitingTax = waiting.length === 0 ? noTax : await taxOfCharges(tx, waiting)
  const collection = collectionOf(plan, mandate, before)
  const asked = requestsOf({
    due,
    next,
    earliest: earliestDueDay(today, collection),
    tomorrow: today.add({ days: 1 }),
    later: today.add({ days: plan.issueDaysBefore }),
    dayOf: (one) => dueDayOf(timeline, one, today, collection),
  })
  const bills = billAll(
    { ...account, waiting, waitingTax, taxRates, before: collection.elsewhere },
    asked,
    moment,
  )
  const by = collection.isCollected && mandate !== undefined ? mandate : null
  await write(deps, tx, { policy, bills, next, by }, moment)
  const credit = bills.at(-1)?.billed.charged.balances.credit ?? 0
  // The credit that the last period has not used up is refunded.
  if (due.length > 0 && credit > 0 && next === null) {
    await enqueue(tx, 'credit_due', {
      policyId,
      versionId: policy.versionId,
      cause: bills.at(-1)?.invoiceId,
    })
  }
}

const noTax: TaxOf = () => []
const noRates: ReadonlyMap<QuoteId, number> = new Map()

/** What one invoice asks for. */
interface Asked {
  readonly kind: 'instalment' | 'transaction'
  readonly dueDay: Temporal.PlainDate
  readonly periods: readonly DuePeriod[]
}

/**
 * One invoice for each due day. Where nothing is to come, what a transaction has left to be paid is
 * asked for as soon as it can be due.
 */
function combinedRequests(
  due: readonly DuePeriod[],
  earliest: Temporal.PlainDate,
  next: DuePeriod | null,
  dayOf: (one: DuePeriod) => Temporal.PlainDate,
): Asked[] {
  const groups = Map.groupBy(due, (one) => dayOf(one).toString())
  const instalments = [...groups].map(([dueDay, periods]) => {
    return { kind: 'instalment', dueDay: Temporal.PlainDate.from(dueDay), periods } as const
  })
  if (instalments.length > 0 || next !== null) return instalments
  return [{ kind: 'transaction', dueDay: earliest, periods: [] }]
}

/** A bill, with what pays it or lets somebody pay it. */
interface WrittenBill {
  readonly invoiceId: InvoiceId
  readonly billed: Billed
  readonly payment: (Payment & { readonly status: 'ok' }) | null
  readonly token: string
}

/** One after the other: each sees the money as the one before it left it. */
function billAll(
  account: BilledPolicy & {
    readonly waiting: Awaited<ReturnType<typeof selectWaiting>>
    readonly waitingTax: TaxOf
    /** The last payment, where another party collects. */
    readonly before: Payment | null
    readonly taxRates: ReadonlyMap<QuoteId, number>
  },
  asked: readonly Asked[],
  moment: Moment,
): WrittenBill[] {
  const { policy, timeline, before, taxRates, waitingTax } = account
  const taxOf: TaxOf = (charge) =>
    charge.isFirst && charge.versionId === policy.versionId
      ? partsByTax(timeline, charge.period, ({ quoteId }) => taxRates.get(quoteId))
      : waitingTax(charge)
  let { charged, waiting } = account
  return asked.map(({ kind, dueDay, periods }) => {
    const charges = periods.map(({ period }) => {
      return { period, amount: pricePeriod(timeline, period) }
    })
    const invoiceId = mintId('bil', moment)
    const token = mintToken()
    const drafted = before && collectedElsewhere(before, { invoiceId, amount: 0 }, moment)
    const collected = drafted && { paymentId: drafted.id, till: tillOf(drafted) }
    const { versionId } = policy
    const tokenHash = hashSecret(token)
    const asked = { kind, invoiceId, dueDay, collected, tokenHash, taxOf, now: moment.now }
    const bill = { policy, versionId, charges, ...asked }
    const billed = billPeriods(bill, charged, waiting)
    charged = billed.charged
    if (billed.invoice !== null) waiting = []
    const amount = billed.invoice?.total ?? 0
    const payment = drafted !== null && amount > 0 ? { ...drafted, amount } : null
    return { invoiceId, billed, payment, token }
  })
}

/** All of it with one statement. */
async function write(
  { keyRing }: InstalmentDeps,
  tx: Transaction,
  {
    policy,
    bills,
    next,
    by,
  }: {
    readonly policy: Policy
    readonly bills: readonly WrittenBill[]
    readonly next: DuePeriod | null
    /** The mandate that lets us collect the due amount; null where none does. */
    readonly by: Mandate | null
  },
  moment: Moment,
): Promise<void> {
  const made = bills.filter(({ billed }) => billed.charges.length > 0 || billed.invoice !== null)
  const payments = made.flatMap(({ payment }) => payment ?? [])
  const open = made.flatMap(({ billed: { invoice }, token }) => {
    return invoice?.state === 'open' ? [{ invoice, invoiceId: invoice.id, token }] : []
  })
  const deadlines = [
    ...(next === null ? [] : [instalmentDeadline(policy, next, moment.now)]),
    ...open.map(({ invoice }) =>
      by !== null
        ? firstTry(policy, invoice, by, moment)
        : overdueDeadline(policy, invoice, invoice.issueDay),
    ),
  ]
  const parts = [
    ...billsMade(made.map(({ billed }) => billed)),
    ...(payments.length === 0 ? [] : [paymentsMade(payments)]),
    ...(open.length === 0 ? [] : [invoiceTokensKept(keyRing, policy.id, open)]),
    ...(deadlines.length === 0 ? [] : [deadlinesSet(deadlines)]),
    ...(made.length === 0
      ? []
      : [
          eventsRecorded(
            made.flatMap((bill) => newsOf(policy, bill)),
            moment,
          ),
        ]),
  ]
  if (parts.length > 0) await tx.write(parts)
}

function newsOf(policy: Policy, { billed: { invoice }, payment }: WrittenBill) {
  if (invoice === null) return []
  const { kind, total, currency, dueDay, state } = invoice
  const data = { kind, amount: total, currency, due_day: dueDay.toString() }
  const issued = newsOfInvoice('invoice.issued', invoice, policy, data)
  const by = { payment_id: payment?.id ?? null, currency }
  const settled = newsOfInvoice('invoice.settled', invoice, policy, by)
  return [
    issued,
    ...(payment === null ? [] : [paymentEvent('payment.ok', payment)]),
    ...(state === 'settled' ? [settled] : []),
  ]
}
