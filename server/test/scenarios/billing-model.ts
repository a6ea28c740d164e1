import { BilledDays, type ModelPeriod, type SoldMonths, isAfter } from './billed-days.ts'
import {
  type ModelInvoice,
  type MonthChange,
  afterChanges,
  afterShrinking,
  sumOfOpen,
} from './billed-invoices.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { ModelTransaction } from './policy-model.ts'

/** What a card does with each instalment. */
export const cards = [
  'ok',
  'third_try',
  'soft_decline',
  'hard_decline',
  'revoked',
  'late',
  'charge_back',
] as const
export type Card = (typeof cards)[number]

/** What a person entered: above zero what is charged. */
export interface ByHand {
  readonly kind: 'goodwill' | 'fee' | 'correction'
  readonly amount: number
  /** Its invoice, where something was left to pay. */
  readonly invoice: ModelInvoice | null
}

export interface Paid {
  readonly amount: number
  readonly invoice: ModelInvoice
  /** The card by which it was taken, or that it brought; null for what came by itself. */
  readonly card: { readonly plays: Card } | null
  isOk: boolean
  back: number
}

/** By which card something is paid, or that it will be paid by a transfer. */
export type PaidBy = Card | 'promise'

/** What a product says of money between two instalments. */
export interface Between {
  /** When what an endorsement costs more is paid. */
  readonly increaseDue: 'now' | 'next'
  /** Whether what is too much waits for the next month, or goes back. */
  readonly refund: 'credit' | 'at_once'
  /** When the distributor earns commission. */
  readonly earned: 'premium' | 'payment'
}

interface Previewed {
  readonly days: BilledDays
  /** What has to be paid before it holds; 0 where it holds at once. */
  readonly toPay: number
  readonly arrears: number
  /** The last day on which it can be paid. */
  readonly payUntil: Temporal.PlainDate
  readonly fallenDue: readonly ModelPeriod[]
}

const zone = 'Europe/Zurich'
const issueDaysBefore = 7
const retryDays = [3, 5, 7]
const lateHours = 72
const chargeBackHours = 168

/**
 * The money of a policy that is paid monthly, by card or by transfers that are waited for, described as a
 * story: what is asked for on which day, what the card does, what comes, is taken back, given back and
 * given up. What is owed is never kept: it is what the charged months cost by now, less what has come
 * and what was given up. It knows nothing of versions, charges or postings, so that it cannot share a
 * mistake with them.
 */
export class BillingModel {
  days: BilledDays
  now: Temporal.Instant
  card: { readonly plays: Card } | null = null
  /** What was given up, and has not come since. */
  givenUp = 0
  /** What people entered. */
  readonly byHand: ByHand[] = []
  /** What a withdrawal gave up of fees. */
  waivedFees = 0
  /** What was endorsed for the next term, in the order in which it was recorded. */
  endorsed: readonly JsonObject[] = []
  /** What goes back by bank and nobody has sent yet. */
  payable = 0
  /** What was sent by bank and has not come back. */
  sentByBank = 0
  /** When what was declared is due, until an invoice asks for it. */
  #adjustmentDue: Temporal.PlainDate | null = null
  /** Commission of what stands in a document. */
  #documented = 0
  /** Credit beyond all payments that a person had paid out. */
  #paidOut = 0
  /** All that were ever asked for, in their order. */
  readonly #invoices: ModelInvoice[] = []
  /** Those that were given up, in that order. */
  readonly #lost: ModelInvoice[] = []
  readonly #charged: ModelPeriod[] = []
  /** What became dearer and stands in no document yet: the next invoice asks for it. */
  #waiting: readonly MonthChange[] = []
  readonly #payments: Paid[] = []
  #toCome: { readonly at: Temporal.Instant; readonly run: () => void }[] = []
  /** In thousandths. */
  #rate = 50
  readonly #underWay = new Set<ModelInvoice>()
  /** Which try to collect each invoice is still to come. */
  readonly #waits = new Map<ModelInvoice, { readonly attempt: number }>()
  readonly #between: Between

  constructor(
    sale: SoldMonths & {
      readonly at: Temporal.Instant
      readonly by: PaidBy
      readonly between: Between
    },
  ) {
    this.days = new BilledDays(sale)
    this.now = sale.at
    this.#between = sale.between
    const [first] = this.days.periods
    if (first === undefined) throw new Error('a year has months')
    this.#charged.push(first)
    const invoice = this.#issue(first.firstDay, this.days.costOf(first).payment, [monthOf(first)])
    if (sale.by !== 'promise') this.payInvoice(invoice, sale.by)
    this.#askForAll()
    this.#at(dawn(this.days.nextTerm), () => this.#renew())
  }

  /** The next term begins with what was endorsed for it, unless the policy ends. */
  #renew(): void {
    if (this.days.lastCovered !== null) return
    const newAnswers = Object.assign({}, ...this.endorsed) as JsonObject
    this.endorsed = []
    this.days = this.days.with({ kind: 'renewal', newAnswers })
    this.#askForAll()
    this.#ask()
  }

  /** What was declared after the term, which one invoice asks for. */
  adjust(previewed: Previewed): void {
    this.#adjustmentDue = this.today.add({ days: issueDaysBefore })
    this.take(previewed, null)
  }

  #askForAll(): void {
    for (const period of this.days.periods) this.#at(dawn(issueDay(period)), () => this.#ask())
  }

  /** The first period from a day on that was not asked for yet: with it another plan can begin. */
  nextPlanned(day: Temporal.PlainDate): ModelPeriod | undefined {
    return this.#uncharged(this.days).find(({ firstDay }) => !isAfter(day, firstDay))
  }

  /**
   * The law changes the rate for what is due from a day on. Only a policy with such a period to come has the
   * change, be it of the next term, and only one that has the rate that is changed.
   */
  changeTax(day: Temporal.PlainDate, rates: { from: number; to: number }): void {
    const { lastCovered, nextTerm } = this.days
    const isInTerm = this.#uncharged(this.days).some(({ firstDay }) => !isAfter(day, firstDay))
    const isInNext = lastCovered === null && !isAfter(day, nextTerm)
    const last = this.#charged.at(-1)
    if (!(isInTerm || isInNext) || last === undefined || this.#rate !== rates.from) return
    this.#rate = rates.to
    const change = { kind: 'tax', day, afterCharged: last.lastDay, rate: rates.to } as const
    this.days = this.days.with(change)
  }

  get today(): Temporal.PlainDate {
    return this.now.toZonedDateTimeISO(zone).toPlainDate()
  }

  /** What the months cost that were asked for, and what was charged by hand. */
  #owedSoFar(days: BilledDays): number {
    return this.byHand.reduce(
      (sum, { amount }) => sum + amount,
      this.#costSoFar(days) - this.waivedFees,
    )
  }

  /** What came and was not given back. */
  get cash(): number {
    return this.#payments.reduce(
      (sum, { amount, isOk, back }) => sum + (isOk ? amount : 0) - back,
      0 - this.#paidOut,
    )
  }

  get receivable(): number {
    return Math.max(0, this.#owedSoFar(this.days) - this.cash - this.givenUp)
  }

  get credit(): number {
    return Math.max(0, this.cash + this.givenUp - this.#owedSoFar(this.days))
  }

  /** All that were ever asked for, oldest due first. */
  get invoices(): readonly ModelInvoice[] {
    return this.#invoices.toSorted((one, other) => Temporal.PlainDate.compare(one.due, other.due))
  }

  get #open(): readonly ModelInvoice[] {
    return this.invoices.filter(({ open }) => open > 0)
  }

  /** What cards have paid and nobody has taken back. */
  get cardPayments(): readonly Paid[] {
    return this.#payments.filter(({ card, isOk }) => card !== null && isOk)
  }

  /** The months that were asked for, and what each costs by now. */
  get charged() {
    return this.#charged.map((period) => {
      return { firstDay: period.firstDay.toString(), ...this.days.costOf(period) }
    })
  }

  /**
   * What the distributor has earned: all of what is charged, or of each invoice the part that is neither
   * open nor given up.
   */
  get commission(): number {
    if (this.#between.earned === 'premium') return this.#commissionSoFar(this.days)
    return this.#invoices.reduce((sum, { commission, open, lost, total }) => {
      const settled = total - open - lost
      const paid = Math.floor((2 * Math.abs(commission) * settled + total) / (2 * total))
      return sum - Math.sign(commission) * (Math.abs(commission) - paid)
    }, this.#documented)
  }

  #commissionSoFar(days: BilledDays): number {
    return this.#charged.reduce((sum, period) => sum + days.costOf(period).commission, 0)
  }

  /** Commission that stands in no document yet comes with the next. */
  #document(): number {
    const before = this.#documented
    this.#documented = this.#commissionSoFar(this.days)
    return this.#documented - before
  }

  /** Whether somebody is paying it just now. */
  isUnderWay(invoice: ModelInvoice): boolean {
    return this.#underWay.has(invoice)
  }

  /** Lets time pass, with all that is to happen meanwhile, in its order. */
  passTo(until: Temporal.Instant): void {
    for (;;) {
      this.#toCome = this.#toCome.toSorted((one, other) =>
        Temporal.Instant.compare(one.at, other.at),
      )
      const [next] = this.#toCome
      if (next === undefined || Temporal.Instant.compare(next.at, until) > 0) break
      this.#toCome.shift()
      if (Temporal.Instant.compare(next.at, this.now) > 0) this.now = next.at
      next.run()
    }
    this.now = until
  }

  /** What a transaction would come to. */
  previewBilling(transaction: ModelTransaction): Previewed {
    const days = this.days.with(transaction)
    const waived = this.#waivedBy(days)
    const dearerBy = this.#costSoFar(days) - this.#costSoFar(this.days)
    const isBack = transaction.kind === 'reinstatement'
    const fallenDue = isBack
      ? this.#uncharged(days).filter(({ firstDay }) => !isAfter(firstDay, this.today))
      : []
    const due = fallenDue.reduce((sum, period) => sum + days.costOf(period).payment, 0)
    const worth = this.#owedSoFar(days) - sumOfOpen(waived) + due - this.cash
    const owed = worth - Math.min(this.givenUp, Math.max(0, worth))
    const asking = this.#open.filter((one) => !waived.includes(one))
    const left = afterChanges(asking, this.#changesBy(days, fallenDue))
    const asked = sumOfOpen(left)
    const arrears = isBack ? sumOfOpen(left.filter((one) => !isAfter(one.due, this.today))) : 0
    const { increaseDue } = this.#between
    const isNow = increaseDue === 'now' || this.#nextCosting(days, fallenDue) === undefined
    const toPay = Math.max(0, owed) - asked + arrears
    return {
      days,
      // Nobody pays for a cancellation first: what it costs more is asked for later.
      toPay: isBack || (dearerBy > 0 && isNow && transaction.kind !== 'cancellation') ? toPay : 0,
      arrears,
      payUntil: latest(this.#countsFrom(transaction), this.today),
      fallenDue,
    }
  }

  #countsFrom(transaction: ModelTransaction): Temporal.PlainDate {
    if ('day' in transaction) return transaction.day
    const ends = [
      ...('lastDay' in transaction ? [transaction.lastDay] : []),
      ...(this.days.lastCovered === null ? [] : [this.days.lastCovered]),
    ]
    const [first] = ends.toSorted((one, other) => Temporal.PlainDate.compare(one, other))
    return first?.add({ days: 1 }) ?? this.today
  }

  /** Carries it out, with what is paid or promised for it. */
  take({ days, toPay, payUntil, fallenDue }: Previewed, by: PaidBy | null): void {
    const changes = this.#changesBy(days, fallenDue)
    for (const fee of this.#waivedBy(days)) {
      this.waivedFees += fee.open
      fee.open = 0
    }
    const isInvoiced = toPay > 0 && by !== null
    const waited = isInvoiced ? this.#documentOfWaiting() : null
    this.days = days
    this.#charged.push(...fallenDue)
    this.#makeGood()
    this.#keep(afterChanges(this.#open, changes))
    const unasked = isInvoiced ? [] : [...this.#waiting, ...changes]
    // What sums to nothing or less has a document of its own.
    this.#waiting = unasked.reduce((sum, one) => sum + one.by, 0) > 0 ? unasked : []
    if (!isInvoiced && this.#waiting.length === 0) this.#document()
    if (isInvoiced) {
      const asked = sumOfOpen(this.#open)
      const invoice = this.#issue(
        by === 'promise' ? latest(payUntil, this.today.add({ days: 1 })) : payUntil,
        toPay,
        changes.map(({ month }) => month),
      )
      if (by === 'promise') {
        // What credit pays of it meanwhile is not waited for.
        invoice.open = Math.min(toPay, this.receivable - asked)
      } else {
        invoice.open = 0
        this.card = { plays: by }
        this.#payments.push({ amount: toPay, invoice, card: this.card, isOk: true, back: 0 })
        this.#makeGood()
        this.#shrink(asked - this.receivable)
      }
      if (waited !== null) this.#invoices.push(waited)
    }
    this.#giveBack()
    this.#askForAll()
    // What is asked for next is looked at as soon as time goes on.
    this.#at(this.now, () => this.#ask())
  }

  /** Pays what is open of it by another card. */
  payInvoice(invoice: ModelInvoice, by: Card): void {
    this.card = { plays: by }
    this.#pay(invoice, invoice.open, this.card)
  }

  /** Money came by itself for an invoice, however it stands. */
  receive(invoice: ModelInvoice, amount: number): void {
    this.#pay(invoice, amount, null)
  }

  /** Nobody is asked any more for what is open of it. */
  giveUp(invoice: ModelInvoice): void {
    this.givenUp += invoice.open
    invoice.lost = invoice.open
    invoice.open = 0
    invoice.isGivenUp = true
    this.#lost.push(invoice)
  }

  /** A person charges it, or gives it, or takes back what was entered before. */
  enter(kind: ByHand['kind'], amount: number, due: Temporal.PlainDate, corrects?: ByHand): void {
    const left = amount - Math.min(this.credit, Math.max(0, amount))
    let invoice: ModelInvoice | null = null
    if (amount < 0) {
      const first = corrects?.invoice ?? null
      const part = Math.min(-amount, first?.open ?? 0)
      if (first !== null) first.open -= part
      this.#keep(afterChanges(this.#open, [{ month: '', by: amount + part }]))
    } else if (left > 0) {
      invoice = this.#issue(due, left, [], { isFee: kind === 'fee', isByHand: true })
      this.#collectOn(invoice)
    }
    this.byHand.push({ kind, amount, invoice })
    this.#makeGood()
    this.#giveBack()
  }

  /** It is due later, and collected then if it was to be collected. */
  defer(invoice: ModelInvoice, due: Temporal.PlainDate): void {
    invoice.due = due
    if (this.#waits.has(invoice)) this.#collectOn(invoice)
  }

  /** A person has all credit paid out: by payments as far as they reach, the rest by bank. */
  payOut(): { readonly amount: number; readonly beyondPayments: number } {
    const amount = this.credit
    this.#giveBackPayments()
    const beyondPayments = this.credit
    this.#paidOut += beyondPayments
    this.payable += beyondPayments
    return { amount, beyondPayments }
  }

  /** The bank has carried out all that was to be sent. */
  sendByBank(): void {
    this.sentByBank += this.payable
    this.payable = 0
  }

  /** The bank of the customer did not take it. */
  returnByBank(amount: number): void {
    this.sentByBank -= amount
    this.payable += amount
  }

  /** The policy has another holder, whom no card pays for. */
  handOver(): void {
    this.card = null
  }

  /** What a card has paid is taken back, so that it is owed again. */
  takeBack(paid: Paid): void {
    if (!paid.isOk) return
    const before = this.receivable
    paid.isOk = false
    const { invoice } = paid
    invoice.open = Math.min(invoice.open + this.receivable - before, invoice.total)
    if (paid.card === this.card) this.card = null
  }

  /** The open fees that are given up with a withdrawal. */
  #waivedBy(days: BilledDays): ModelInvoice[] {
    const isWithdrawn = days.isWithdrawn && !this.days.isWithdrawn
    return isWithdrawn ? this.#open.filter(({ isFee }) => isFee) : []
  }

  #at(at: Temporal.Instant, run: () => void): void {
    this.#toCome.push({ at, run })
  }

  #costSoFar(days: BilledDays): number {
    return this.#charged.reduce((sum, period) => sum + days.costOf(period).payment, 0)
  }

  /** The months after the last one that was charged, as long as there is cover. */
  #uncharged(days: BilledDays): ModelPeriod[] {
    const { lastCovered } = days
    return days.periods
      .slice(this.#charged.length)
      .filter(({ firstDay }) => lastCovered === null || !isAfter(firstDay, lastCovered))
  }

  #nextCosting(days: BilledDays, fallenDue: readonly ModelPeriod[]): ModelPeriod | undefined {
    return this.#uncharged(days)
      .slice(fallenDue.length)
      .find((period) => days.costOf(period).payment > 0)
  }

  #ask(): void {
    const { today } = this
    if (this.#adjustmentDue !== null) this.#askForRest(this.#adjustmentDue, [])
    this.#adjustmentDue = null
    const uncharged = this.#uncharged(this.days)
    const come = uncharged.filter((period) => !isAfter(issueDay(period), today))
    // Who has to pay without a card gets a day for it.
    const earliest = this.card === null ? today.add({ days: 1 }) : today
    const groups = Map.groupBy(come, ({ firstDay }) => {
      // Nobody can be asked for a term before it begins: it is due as long after as others are asked for before.
      const isRenewed = this.days.terms.slice(1).some((day) => day.equals(firstDay))
      const hasTime = this.card === null && isRenewed
      const due = hasTime ? latest(firstDay, today.add({ days: issueDaysBefore })) : firstDay
      return latest(due, earliest).toString()
    })
    for (const [due, periods] of groups) {
      this.#charged.push(...periods)
      this.#askForRest(Temporal.PlainDate.from(due), periods)
    }
    const isLast = uncharged.length === come.length
    if (come.length === 0 && isLast) this.#askForRest(earliest, [])
    if (come.length > 0 && isLast) this.#giveBack()
  }

  #askForRest(due: Temporal.PlainDate, periods: readonly ModelPeriod[]): void {
    const total = this.receivable - sumOfOpen(this.#open)
    const months = [...this.#waiting.map(({ month }) => month), ...periods.map(monthOf)]
    this.#waiting = []
    if (total <= 0) return void this.#document()
    this.#collectOn(this.#issue(due, total, months))
  }

  /** On its due day, and on none that it had before. */
  #collectOn(invoice: ModelInvoice): void {
    if (this.card === null) return
    this.#try(invoice, dawn(invoice.due), this.#waits.get(invoice)?.attempt ?? 1)
  }

  #try(invoice: ModelInvoice, at: Temporal.Instant, attempt: number): void {
    const wait = { attempt }
    this.#waits.set(invoice, wait)
    this.#at(at, () => {
      if (this.#waits.get(invoice) !== wait) return
      this.#waits.delete(invoice)
      this.#collect(invoice, attempt)
    })
  }

  #issue(
    due: Temporal.PlainDate,
    total: number,
    months: readonly string[],
    { isFee = false, isByHand = false } = {},
  ): ModelInvoice {
    const invoice = {
      due,
      total,
      months: new Set(months),
      isFee,
      commission: isByHand ? 0 : this.#document(),
      open: total,
      isGivenUp: false,
      lost: 0,
    }
    this.#invoices.push(invoice)
    return invoice
  }

  #collect(invoice: ModelInvoice, attempt: number): void {
    const { card } = this
    if (card === null || invoice.open === 0) return
    const again = (days: number, next: number) =>
      this.#try(invoice, dawn(this.today.add({ days })), next)
    if (this.#underWay.has(invoice)) return again(1, attempt)
    const { plays } = card
    if (plays === 'soft_decline' || (plays === 'third_try' && attempt < 3)) {
      const pause = retryDays[attempt - 1]
      if (pause !== undefined) again(pause, attempt + 1)
    } else if (plays === 'hard_decline' || plays === 'revoked') {
      this.card = null
    } else if (plays === 'late') {
      this.#payLater(invoice, card)
    } else {
      const paid = this.#pay(invoice, invoice.open, card)
      if (plays === 'charge_back') {
        this.#at(this.now.add({ hours: chargeBackHours }), () => this.takeBack(paid))
      }
    }
  }

  #payLater(invoice: ModelInvoice, card: Paid['card']): void {
    const amount = invoice.open
    this.#underWay.add(invoice)
    this.#at(this.now.add({ hours: lateHours }), () => {
      this.#underWay.delete(invoice)
      // What nobody asks for any more is given back whole, and was never ours.
      if (invoice.open > 0) this.#pay(invoice, amount, card)
    })
  }

  #pay(invoice: ModelInvoice, amount: number, card: Paid['card']): Paid {
    const paid = { amount, invoice, card, isOk: true, back: 0 }
    this.#payments.push(paid)
    const rest = amount - Math.min(amount, invoice.open)
    invoice.open -= amount - rest
    this.#shrink(rest)
    this.#makeGood()
    this.#giveBack()
    return paid
  }

  /** What waited is asked for as part of another invoice: its own document is settled from the start. */
  #documentOfWaiting(): ModelInvoice | null {
    const total = this.#waiting.reduce((sum, { by }) => sum + by, 0)
    if (total <= 0) return null
    return {
      due: this.today,
      total,
      months: new Set(this.#waiting.map(({ month }) => month)),
      isFee: false,
      commission: this.#document(),
      open: 0,
      isGivenUp: false,
      lost: 0,
    }
  }

  /** Less is open, oldest due first. */
  #shrink(by: number): void {
    this.#keep(afterShrinking(this.#open, by))
  }

  #keep(left: readonly ModelInvoice[]): void {
    for (const [n, invoice] of this.#open.entries()) invoice.open = left[n]?.open ?? 0
  }

  /** What the months that were asked for would cost more, and what those cost that fall due with it. */
  #changesBy(days: BilledDays, fallenDue: readonly ModelPeriod[]): MonthChange[] {
    const charged = this.#charged.flatMap((period) => {
      const [before, after] = [this.days.costOf(period), days.costOf(period)]
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      return isSame ? [] : [{ month: monthOf(period), by: after.payment - before.payment }]
    })
    const first = fallenDue.map((period) => {
      return { month: monthOf(period), by: days.costOf(period).payment }
    })
    return [...charged, ...first]
  }

  /** What is there beyond what is owed is first of all what was given up. */
  #makeGood(): void {
    const left = Math.min(this.givenUp, Math.max(0, this.#owedSoFar(this.days) - this.cash))
    let good = this.givenUp - left
    this.givenUp = left
    for (const invoice of this.#lost) {
      const part = Math.min(good, invoice.lost)
      invoice.lost -= part
      good -= part
    }
  }

  /** Credit that no month to come uses up goes back, or all of it, of the newest payments first. */
  #giveBack(): void {
    const isKept = this.#between.refund === 'credit' && !this.days.isWithdrawn
    if (isKept && this.#nextCosting(this.days, []) !== undefined) return
    this.#giveBackPayments()
  }

  #giveBackPayments(): void {
    for (const paid of this.#payments.toReversed().filter(({ isOk }) => isOk)) {
      const part = Math.min(this.credit, paid.amount - paid.back)
      paid.back += part
      // What came by itself came by bank.
      if (paid.card === null) this.payable += part
    }
  }
}

function latest(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isAfter(other, one) ? other : one
}

function monthOf({ firstDay }: ModelPeriod): string {
  return firstDay.toString()
}

function issueDay({ firstDay }: ModelPeriod): Temporal.PlainDate {
  return firstDay.subtract({ days: issueDaysBefore })
}

function dawn(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime(zone).toInstant()
}
