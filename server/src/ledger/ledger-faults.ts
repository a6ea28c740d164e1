import type { InvoiceId, PaymentId, PayoutId, PolicyVersionId, RefundId } from '../kernel/index.ts'
import {
  type BillingPeriod,
  type PeriodPrice,
  type Timeline,
  free,
  isFree,
  minus,
  periodsOf,
  plus,
  pricePeriod,
} from '../timelines/index.ts'
import { movesMoney } from './lines-of.ts'
import { writeOffCause } from './post-write-off.ts'
import { type Invoice, isFee } from './invoice.ts'
import {
  type Balances,
  type Posting,
  cashChangeOf,
  changeOf,
  chargedBackBy,
  enteredBy,
  grantedBy,
  writtenOffBy,
  writtenOffPartsBy,
} from './postings.ts'
import { feeCause } from './charge-fee.ts'
import { manualCause } from './post-manual.ts'
import { chargeBackCause } from './post-charge-back.ts'
import { unowedCause } from './post-refunds.ts'
import { chargeCause } from './rebill.ts'

/** All that is written of one policy's money. */
export interface PolicyLedger {
  readonly charges: readonly {
    readonly number: number
    readonly versionId: PolicyVersionId
    readonly period: BillingPeriod
    readonly amount: PeriodPrice
  }[]
  readonly invoices: readonly (Pick<
    Invoice,
    'id' | 'kind' | 'state' | 'total' | 'open' | 'paid' | 'lines' | 'chargesFrom' | 'chargesTo'
  > & {
    /** Its number, where it has one; and whether it waits for it. */
    readonly number: number | null
    readonly isWaiting: boolean
    /** Whether the numbers before and after it are there, as far as any were given. */
    readonly isInOrder: boolean
  })[]
  /** Charges that belong to no period, by their invoice; below zero where a credit note gives one up. */
  readonly fees: readonly { readonly invoiceId: InvoiceId; readonly amount: number }[]
  /** What changed how much of its invoices is open. */
  readonly movements: readonly InvoiceMovement[]
  readonly postings: readonly CheckedPosting[]
  readonly balances: Balances | undefined
}

export interface InvoiceMovement {
  readonly invoiceId: InvoiceId
  readonly kind: 'issued' | 'paid' | 'reduced' | 'written_off' | 'charged_back'
  /** By how much more is open; below zero by how much less. */
  readonly amount: number
}

type CheckedPosting = Omit<Posting, 'valueDay' | 'service'>

/** The payments and refunds of a policy, by their own records. */
export interface MoneyMoved {
  /** Payments that were made; not those on account, with which nothing came. */
  readonly received: readonly {
    readonly id: PaymentId
    readonly amount: number
    /** The invoice that it pays; null for the sale. */
    readonly invoiceId: InvoiceId | null
    /** It came by itself, so it may be of any amount. */
    readonly isReceipt: boolean
    /** It was made, and taken back later. */
    readonly isChargedBack: boolean
  }[]
  /** Refunds of credit. */
  readonly returned: readonly {
    readonly id: RefundId
    readonly paymentId: PaymentId
    readonly amount: number
    readonly hasFailed: boolean
  }[]
  /** What people pay out by bank: refunds of credit, and credit that no payment covers. */
  readonly paidOut: readonly {
    readonly id: PayoutId
    /** The refund that it carries out, and its status; null for credit. */
    readonly refundId: RefundId | null
    readonly refundStatus: 'pending' | 'ok' | 'failed' | null
    readonly amount: number
    readonly state: 'needs_account' | 'pending' | 'exported' | 'done' | 'cancelled'
  }[]
}

/** A rule that is broken, and where. */
export interface Fault {
  readonly kind: FaultKind
  readonly message: string
}

export type FaultKind =
  | 'period_price'
  | 'period_unknown'
  | 'period_uncharged'
  | 'charge_count'
  | 'invoice_lines'
  | 'invoice_charges'
  | 'invoice_number'
  | 'invoice_open'
  | 'invoice_payment'
  | 'invoice_movements'
  | 'balances'
  | 'posting_of_charge'
  | 'posting_of_fee'
  | 'posting_by_hand'
  | 'posting_of_payment'
  | 'posting_of_charge_back'
  | 'posting_of_refund'
  | 'posting_of_payout'
  | 'posting_of_write_off'
  | 'posting_without_cause'
  | 'refund_beyond_payment'

/** Everything that must hold between a policy's timeline, its charges, invoices, postings and money. */
export function ledgerFaults(ledger: PolicyLedger, timeline: Timeline, moved: MoneyMoved): Fault[] {
  return [
    ...periodFaults(ledger, timeline),
    ...countFaults(ledger),
    ...numberFaults(ledger),
    ...invoiceFaults(ledger, moved),
    ...movementFaults(ledger),
    ...postingFaults(ledger, moved),
    ...balanceFaults(ledger),
    ...refundFaults(moved),
  ]
}

/** The charges of a period sum to its price under the timeline that holds. */
function periodFaults({ charges }: PolicyLedger, timeline: Timeline): Fault[] {
  const first = timeline.terms.flatMap((term) => periodsOf(term, term.firstDay)).at(0)
  const periods = new Map<string, { period: BillingPeriod; charged: PeriodPrice }>()
  for (const { period, amount } of charges) {
    const day = period.firstDay.toString()
    const charged = plus(periods.get(day)?.charged ?? free, amount)
    periods.set(day, { period, charged })
  }
  const faults: Fault[] = []
  if (first === undefined || !periods.has(first.firstDay.toString())) {
    faults.push({ kind: 'period_uncharged', message: 'The first period has no charge.' })
  }
  for (const [day, { period, charged }] of periods) {
    if (!isPeriodOf(timeline, period)) {
      const message = `A charge is for the period from ${day} to ${period.lastDay}, which does not exist.`
      faults.push({ kind: 'period_unknown', message })
      continue
    }
    const price = pricePeriod(timeline, period)
    if (isFree(minus(price, charged))) continue
    const message = `The period from ${day} costs ${describe(price)}, but ${describe(charged)} was charged.`
    faults.push({ kind: 'period_price', message })
  }
  return faults
}

/** Charges are counted from 1 on, and the lines of an invoice show the charges that it contains. */
function countFaults({ charges, invoices }: PolicyLedger): Fault[] {
  const numbers = charges.map(({ number }) => number).toSorted((one, other) => one - other)
  const counted = numbers.every((number, n) => number === n + 1)
  const count: Fault[] = counted
    ? []
    : [{ kind: 'charge_count', message: `The charges are numbered ${numbers.join(', ')}.` }]
  const taken = new Map<number, InvoiceId>()
  const ofInvoices = invoices.flatMap(({ id, lines, chargesFrom, chargesTo }): Fault[] => {
    if (chargesFrom === null || chargesTo === null) return []
    const within = charges.filter(({ number }) => number >= chargesFrom && number <= chargesTo)
    const charged = within.reduce((sum, { amount }) => plus(sum, amount), free)
    const shown = lines.reduce((sum, line) => plus(sum, shownBy(line)), free)
    const twice = within.find(({ number }) => taken.has(number))
    for (const { number } of within) taken.set(number, id)
    const range = `charges ${chargesFrom} to ${chargesTo}`
    if (chargesTo > charges.length) {
      return [{ kind: 'invoice_charges', message: `${id} contains ${range}, which do not exist.` }]
    }
    if (twice !== undefined) {
      const message = `${id} contains charge ${twice.number}, which another invoice contains too.`
      return [{ kind: 'invoice_charges', message }]
    }
    if (isFree({ ...minus(charged, shown), commission: 0 })) return []
    const message = `The lines of ${id} sum to ${describeLines(shown)}, but its ${range} sum to ${describeLines(charged)}.`
    return [{ kind: 'invoice_charges', message }]
  })
  return [...count, ...ofInvoices, ...undocumented({ charges, invoices }, taken)]
}

/**
 * Every charge is in a document. Those after the last document wait for the next invoice, which asks
 * for them: so they sum above zero.
 */
function undocumented(
  { charges, invoices }: Pick<PolicyLedger, 'charges' | 'invoices'>,
  taken: ReadonlyMap<number, InvoiceId>,
): Fault[] {
  const last = Math.max(0, ...invoices.map(({ chargesTo }) => chargesTo ?? 0))
  const missing = charges.filter((charge) => !taken.has(charge.number) && movesMoney(charge))
  const skipped = missing.filter(({ number }) => number <= last)
  const waiting = missing.filter(({ number }) => number > last)
  const owed = waiting.reduce((sum, { amount }) => sum + amount.payment, 0)
  const faults = owed > 0 ? skipped : missing
  return faults.map(({ number, amount }): Fault => {
    const message = `Charge ${number} of ${describe(amount)} is in no invoice or credit note.`
    return { kind: 'invoice_charges', message }
  })
}

function shownBy(line: Invoice['lines'][number]): PeriodPrice {
  if (line.kind !== 'period' && line.kind !== 'adjustment') return free
  return { payment: line.amount, tax: line.tax, fee: line.fee, commission: 0 }
}

function describeLines({ payment, tax, fee }: PeriodPrice): string {
  return `${payment} (tax ${tax}, fee ${fee})`
}

/** An invoice that is open or paid has a number or waits for one, and numbers have no gaps. */
function numberFaults({ invoices }: PolicyLedger): Fault[] {
  return invoices.flatMap(({ id, state, number, isWaiting, isInOrder }): Fault[] => {
    const isCounted = state !== 'proposed' && state !== 'void'
    if (!isCounted && number !== null) {
      return [
        { kind: 'invoice_number', message: `${id} is ${state}, and has the number ${number}.` },
      ]
    }
    if (isCounted && (number === null) !== isWaiting) {
      const message = `${id} ${isWaiting ? 'waits for a number and has one' : 'has no number and waits for none'}.`
      return [{ kind: 'invoice_number', message }]
    }
    if (isInOrder) return []
    return [
      { kind: 'invoice_number', message: `Beside the number ${number} of ${id} one is missing.` },
    ]
  })
}

function isPeriodOf(timeline: Timeline, period: BillingPeriod): boolean {
  return timeline.terms.some((term) =>
    periodsOf(term, period.firstDay).some(
      (one) =>
        one.firstDay.equals(period.firstDay) &&
        one.lastDay.equals(period.lastDay) &&
        one.wholeDays === period.wholeDays &&
        one.daysBefore === period.daysBefore,
    ),
  )
}

function describe({ payment, tax, fee, commission }: PeriodPrice): string {
  return `${payment} (tax ${tax}, fee ${fee}, commission ${commission})`
}

/**
 * Lines sum to the total, no more is open than is owed, and a payment is for an invoice that asks for as
 * much: of that no more is open than it left.
 */
function invoiceFaults({ invoices, balances }: PolicyLedger, { received }: MoneyMoved): Fault[] {
  const lines = invoices.flatMap(({ id, kind, lines, total }): Fault[] => {
    const sum = lines.reduce((all, { amount }) => all + amount, 0)
    const asked = kind === 'credit_note' ? -total : total
    if (sum === asked) return []
    return [{ kind: 'invoice_lines', message: `The lines of ${id} sum to ${sum}, not ${asked}.` }]
  })
  const open = invoices
    .filter(({ state }) => state === 'open')
    .reduce((all, invoice) => all + invoice.open, 0)
  const receivable = balances?.receivable ?? 0
  const openMessage = `The open invoices ask for ${open}, but only ${receivable} is owed.`
  const sale = invoices.find(({ kind }) => kind === 'sale')
  const paidFor = (invoiceId: InvoiceId | null) =>
    invoiceId === null ? sale : invoices.find((one) => one.id === invoiceId)
  const paid = received.flatMap(({ id, amount, invoiceId, isReceipt }): Fault[] => {
    const invoice = paidFor(invoiceId)
    const isAsked = invoice !== undefined && !['proposed', 'void'].includes(invoice.state)
    const isAsMuch = isReceipt || (invoiceId === null ? amount === invoice?.total : true)
    const own = received.filter((one) => paidFor(one.invoiceId)?.id === invoice?.id)
    const kept = sumOf(own.filter(({ isChargedBack }) => !isChargedBack))
    // By what was charged back it is open again, also where it had been paid twice: the other money
    // is credit, or has paid for something else.
    const back = sumOf(own.filter(({ isChargedBack }) => isChargedBack))
    const left = Math.max(0, back, (invoice?.total ?? 0) - kept)
    if (isAsked && isAsMuch && invoice.open <= left) return []
    const paidInvoice =
      invoice && `${invoice.id}, which is ${invoice.state} and over ${invoice.total}`
    const message = `Payment ${id} of ${amount} is for ${paidInvoice ?? 'an invoice that does not exist'}.`
    return [{ kind: 'invoice_payment', message }]
  })
  const isTooOpen = open > receivable
  return [
    ...lines,
    ...(isTooOpen ? [{ kind: 'invoice_open', message: openMessage } as const] : []),
    ...paid,
  ]
}

/**
 * The movements of an invoice sum to what is open; what is neither open nor paid was reduced or
 * written off.
 */
function movementFaults({ invoices, movements }: PolicyLedger): Fault[] {
  return invoices.flatMap(({ id, kind, state, total, open, paid }): Fault[] => {
    const own = movements.filter(({ invoiceId }) => invoiceId === id)
    const isOwed = state !== 'proposed' && state !== 'void'
    const [moved, expected] = [sumOf(own), isOwed ? open : 0]
    const given = 0 - sumOf(own.filter((one) => ['reduced', 'written_off'].includes(one.kind)))
    // A credit note, and a document of charges that another invoice asks for, ask for nothing.
    const asksForNothing =
      own.length === 0 && paid === 0 && (kind === 'credit_note' || kind === 'transaction')
    const isPaid = !isOwed || asksForNothing || total === open + paid + given
    if (moved === expected && isPaid) return []
    const message = `Invoice ${id} over ${total} is ${state}: ${open} is open and ${paid} paid, but its movements leave ${moved} open and give up ${given}.`
    return [{ kind: 'invoice_movements', message }]
  })
}

function sumOf(moved: readonly { readonly amount: number }[]): number {
  return moved.reduce((sum, { amount }) => sum + amount, 0)
}

/** Every posting agrees with its charge, payment, refund or write-off, and each of these has a posting. */
function postingFaults(
  { charges, fees, invoices, postings }: PolicyLedger,
  moved: MoneyMoved,
): Fault[] {
  const of = (isMeant: (cause: string) => boolean) => postings.filter(({ cause }) => isMeant(cause))
  const faults: Fault[] = []
  const known = new Set<string>()
  for (const { versionId, period, amount } of charges) {
    const cause = chargeCause(versionId, period)
    known.add(cause)
    // A charge can settle what was written off: these postings alone have a reason.
    const posted = of((one) => one === cause).filter(({ reason }) => reason === null)
    const { payment, tax, fee } = amount
    const expected = [payment - tax - fee, tax, fee]
    const found = [
      0 - changeOf('premium', posted),
      0 - changeOf('tax', posted),
      0 - changeOf('fees', posted),
    ]
    if (found.join() !== expected.join()) {
      const message = `For "${cause}", premium, tax and fees ${found.join(', ')} are posted, not ${expected.join(', ')}.`
      faults.push({ kind: 'posting_of_charge', message })
    }
  }
  for (const { id, kind, total, lines } of invoices) {
    const mayAsk = kind === 'credit_note' || isFee({ kind })
    const asked = mayAsk ? sumOf(lines.filter((line) => line.kind === 'fee')) : 0
    const fee = fees.find(({ invoiceId }) => invoiceId === id)?.amount ?? 0
    const posted =
      0 -
      changeOf(
        'fees',
        of((one) => one === feeCause(id)),
      )
    if (fee !== 0) known.add(feeCause(id))
    if (fee === posted && fee === asked) continue
    const message = `Invoice ${id} over ${total} asks for a fee of ${fee}, and ${posted} is posted.`
    faults.push({ kind: 'posting_of_fee', message })
  }
  for (const { id, lines } of invoices) {
    for (const kind of ['goodwill', 'correction'] as const) {
      const cause = manualCause(kind, id)
      const asked = sumOf(lines.filter((line) => line.kind === kind))
      const posted = 0 - enteredBy(of((one) => one === cause))
      if (asked !== 0) known.add(cause)
      if (asked === posted) continue
      const message = `The lines of ${id} have ${asked} by hand (${kind}), and ${posted} is posted.`
      faults.push({ kind: 'posting_by_hand', message })
    }
  }
  for (const { id, amount, isChargedBack } of moved.received) {
    const cause = `payment ${id}`
    known.add(cause)
    const found = comeIn(of((one) => one === cause))
    if (found !== amount) {
      const message = `Payment ${id} is of ${amount}, and ${found} is posted.`
      faults.push({ kind: 'posting_of_payment', message })
    }
    if (isChargedBack) known.add(chargeBackCause(id))
    const takenBack = 0 - comeIn(of((one) => one === chargeBackCause(id)))
    const expected = isChargedBack ? amount : 0
    if (takenBack !== expected) {
      const message = `Of payment ${id} ${expected} was charged back, and ${takenBack} is posted.`
      faults.push({ kind: 'posting_of_charge_back', message })
    }
  }
  for (const { id, amount, hasFailed } of moved.returned) {
    const posted = of((one) => one.startsWith(`refund ${id} `))
    for (const { cause } of posted) known.add(cause)
    known.add(unowedCause(id))
    // What returns to a customer who owes by now has paid for that.
    const given = posted.filter(({ debit, credit }) => ![debit, credit].includes('receivable'))
    const [found, expected] = [changeOf('customer_credit', given), hasFailed ? 0 : amount]
    if (found === expected) continue
    const message = `Refund ${id} gives back ${expected}, and ${found} is posted.`
    faults.push({ kind: 'posting_of_refund', message })
  }
  faults.push(...payoutFaults(postings, moved))
  for (const { id, refundId } of moved.paidOut) {
    if (refundId !== null) continue
    for (const { cause } of of((one) => one.startsWith(`payout ${id} `))) known.add(cause)
  }
  for (const { id, state, total } of invoices) {
    const cause = writeOffCause(id)
    const found = writtenOffBy(of((one) => one === cause))
    if (found !== 0) known.add(cause)
    const isRight = state === 'written_off' ? found > 0 && found <= total : found === 0
    if (isRight) continue
    const message = `Invoice ${id} over ${total} is ${state}, and ${found} of it is posted as written off.`
    faults.push({ kind: 'posting_of_write_off', message })
  }
  for (const cause of new Set(postings.map((posting) => posting.cause))) {
    if (known.has(cause)) continue
    const message = `Nothing is known of "${cause}", for which there are postings.`
    faults.push({ kind: 'posting_without_cause', message })
  }
  return faults
}

/** What is paid out has left the bank, and what is still to be paid is payable: each payout once. */
function payoutFaults(
  postings: readonly CheckedPosting[],
  { paidOut }: Pick<MoneyMoved, 'paidOut'>,
): Fault[] {
  return paidOut.flatMap(({ id, refundId, refundStatus, amount, state }): Fault[] => {
    // A refund whose payout was cancelled is paid in another way, or by another payout.
    if (refundId !== null && state === 'cancelled') return []
    const cause = refundId === null ? `payout ${id} ` : `refund ${refundId} `
    const own = postings.filter((one) => one.cause.startsWith(cause))
    const isOpen = state !== 'done' && state !== 'cancelled'
    const found = [0 - changeOf('refunds_payable', own), 0 - cashChangeOf(own)]
    const expected = [isOpen ? amount : 0, state === 'done' ? amount : 0]
    const isAsRefund = refundId === null || refundStatus === (isOpen ? 'pending' : 'ok')
    if (found.join() === expected.join() && isAsRefund) return []
    const refund = refundId === null ? '' : ` Refund ${refundId} is ${refundStatus}.`
    const message = `Payout ${id} of ${amount} is ${state}: payable and paid are ${expected.join(', ')}, and ${found.join(', ')} is posted.${refund}`
    return [{ kind: 'posting_of_payout', message }]
  })
}

function comeIn(postings: readonly CheckedPosting[]): number {
  return cashChangeOf(postings) + changeOf('collected_elsewhere', postings)
}

function balanceFaults({ postings, balances }: PolicyLedger): Fault[] {
  const sums = {
    receivable: changeOf('receivable', postings),
    credit: 0 - changeOf('customer_credit', postings),
    refundsPayable: 0 - changeOf('refunds_payable', postings),
    cash: cashChangeOf(postings),
    elsewhere: changeOf('collected_elsewhere', postings),
    writtenOff: writtenOffBy(postings),
    writtenOffParts: writtenOffPartsBy(postings),
    chargedBack: chargedBackBy(postings),
    granted: grantedBy(postings),
  }
  const [found, expected] = [JSON.stringify(balances ?? null), JSON.stringify(sums)]
  if (found === expected) return []
  return [
    { kind: 'balances', message: `The balances are ${found}, the postings sum to ${expected}.` },
  ]
}

/** Of no payment more is given back than it was. */
function refundFaults({ received, returned }: MoneyMoved): Fault[] {
  return received.flatMap(({ id, amount }): Fault[] => {
    const back = returned
      .filter(({ paymentId, hasFailed }) => paymentId === id && !hasFailed)
      .reduce((sum, one) => sum + one.amount, 0)
    if (back <= amount) return []
    const message = `Of payment ${id}, which was ${amount}, ${back} is given back.`
    return [{ kind: 'refund_beyond_payment', message }]
  })
}
