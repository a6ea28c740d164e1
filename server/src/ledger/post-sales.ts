import type { PaymentId, PolicyVersionId } from '../kernel/index.ts'
import type { Part } from '../database/index.ts'
import { type Charge, type Timeline, periodsOf, pricePeriod } from '../timelines/index.ts'
import { type BilledPolicy, invoiceIdOf } from './invoice.ts'
import { billTo } from './propose-invoice.ts'
import { type Entries, entriesMade } from './ledger-store.ts'
import { linesOf } from './lines-of.ts'
import { type Till, postEntries, nothingPosted } from './postings.ts'
import { chargeEntry } from './rebill.ts'

/**
 * An offer that is paid: its first billing period is charged, asked for and settled at once. One on
 * account is open until the money is received.
 */
export interface Sale {
  readonly policy: BilledPolicy
  readonly versionId: PolicyVersionId
  readonly timeline: Timeline
  readonly paymentId: PaymentId
  /** Null where it is on account: nothing has come yet. */
  readonly till: Till | null
  /** As a fraction, where it is known. */
  readonly taxRate?: number
}

/** For the statement that has locked the policies and records their payments. */
export function salesPosted(sales: readonly Sale[], now: Temporal.Instant): readonly Part[] {
  return entriesMade(sales.map((sale) => entriesOf(sale, now)))
}

function entriesOf({ timeline, ...sale }: Sale, now: Temporal.Instant): Entries {
  const { policy, versionId, paymentId, till, taxRate } = sale
  const charge = firstCharge(timeline)
  const total = charge.amount.payment
  const first = { ...charge, versionId, isFirst: true }
  const taxOf = () => [{ rate: taxRate, cost: charge.amount }]
  const { postings, balances } = postEntries(nothingPosted, [
    chargeEntry(first, taxOf),
    ...(till === null
      ? []
      : [{ kind: 'payment', cause: `payment ${paymentId}`, amount: total, till } as const]),
  ])
  const invoice = {
    ...billTo(policy, now),
    id: invoiceIdOf(versionId),
    kind: 'sale',
    versionId,
    state: balances.receivable > 0 ? 'open' : 'settled',
    total,
    open: balances.receivable,
    paid: total - balances.receivable,
    dueDay: charge.period.firstDay,
    lines: linesOf([first], taxOf),
    chargesFrom: 1,
    chargesTo: 1,
    corrects: null,
    tokenHash: null,
    createdAt: now,
  } as const
  const charges = [{ ...charge, number: 1 }]
  return { policy, versionId, charges, postings, balances, invoice, now }
}

/** The first period is charged with the sale, also where it costs nothing. */
function firstCharge(timeline: Timeline): Charge {
  const [term] = timeline.terms
  const [period] = term === undefined ? [] : periodsOf(term, term.firstDay)
  if (period === undefined) throw new Error('nothing was sold')
  return { period, amount: pricePeriod(timeline, period) }
}
