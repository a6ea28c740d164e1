import { BilledDays, type ModelPeriod, type SoldMonths, isAfter } from './billed-days.ts'
import type { ModelOrder } from './policy-model.ts'

/** What a card does with each instalment. */
export const cards = [
  'ok',
  'third_try',
  'soft_decline',
  'hard_decline',
  'withdrawn',
  'late',
  'charge_back',
] as const
export type Card = (typeof cards)[number]

interface OpenInvoice {
  readonly due: Temporal.PlainDate
  readonly total: number
  open: number
}

interface Paid {
  readonly amount: number
  readonly invoice: OpenInvoice | null
  /** The card by which it was taken, or that it brought. */
  readonly card: { readonly plays: Card } | null
  isOk: boolean
  back: number
}

interface Foreseen {
  readonly days: BilledDays
  /** What has to be paid before it holds; 0 where it holds at once. */
  readonly toPay: number
  readonly arrears: number
  readonly fallenDue: readonly ModelPeriod[]
}

const zone = 'Europe/Zurich'
const issueDaysBefore = 7
const retryDays = [3, 5, 7]
const lateHours = 72
const chargeBackHours = 168

/**
 * The money of a policy that is paid monthly by card, told as a story: what is asked for on which
 * day, what the card does, what comes, is taken back and given back. What is owed is never kept: it is
 * what the charged months cost by now, less what has come. It knows nothing of versions, charges
 * or postings, so that it cannot share a mistake with them.
 */
export class BillingModel {
  days: BilledDays
  now: Temporal.Instant
  card: { readonly plays: Card } | null
  invoices: OpenInvoice[] = []
  readonly #charged: ModelPeriod[] = []
  readonly #payments: Paid[] = []
  #toCome: { readonly at: Temporal.Instant; readonly run: () => void }[] = []
  readonly #underWay = new Set<OpenInvoice>()

  constructor(sale: SoldMonths & { readonly at: Temporal.Instant; readonly card: Card }) {
    this.days = new BilledDays(sale)
    this.now = sale.at
    const [first] = this.days.periods
    if (first === undefined) throw new Error('a year has months')
    this.#charged.push(first)
    this.card = { plays: sale.card }
    const amount = this.days.costOf(first).payment
    this.#payments.push({ amount, invoice: null, card: this.card, isOk: true, back: 0 })
    for (const period of this.days.periods) this.#at(dawn(issueDay(period)), () => this.#ask())
  }

  get today(): Temporal.PlainDate {
    return this.now.toZonedDateTimeISO(zone).toPlainDate()
  }

  /** What came and was not given back. */
  get cash(): number {
    return this.#payments.reduce(
      (sum, { amount, isOk, back }) => sum + (isOk ? amount : 0) - back,
      0,
    )
  }

  get receivable(): number {
    return Math.max(0, this.#costSoFar(this.days) - this.cash)
  }

  get credit(): number {
    return Math.max(0, this.cash - this.#costSoFar(this.days))
  }

  /** The months that were asked for, and what each costs by now. */
  get charged() {
    return this.#charged.map((period) => {
      return { firstDay: period.firstDay.toString(), ...this.days.costOf(period) }
    })
  }

  /** Whether somebody is paying the oldest open invoice just now. */
  get isUnderWay(): boolean {
    const [first] = this.invoices
    return first !== undefined && this.#underWay.has(first)
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

  /** What an order would come to. */
  foresee(order: ModelOrder): Foreseen {
    const days = this.days.with(order)
    const dearerBy = this.#costSoFar(days) - this.#costSoFar(this.days)
    const isBack = order.kind === 'reinstatement'
    const fallenDue = isBack
      ? this.#uncharged(days).filter(({ firstDay }) => !isAfter(firstDay, this.today))
      : []
    const due = fallenDue.reduce((sum, period) => sum + days.costOf(period).payment, 0)
    const owed = this.#costSoFar(days) + due - this.cash
    const left = afterShrinking(this.invoices, -(dearerBy + due))
    const asked = left.reduce((sum, { open }) => sum + open, 0)
    const arrears = isBack
      ? left.filter((one) => !isAfter(one.due, this.today)).reduce((sum, { open }) => sum + open, 0)
      : 0
    const isPaidFirst = isBack || (dearerBy > 0 && this.#nextCosting(days, fallenDue) === undefined)
    const toPay = Math.max(0, owed) - asked + arrears
    return { days, toPay: isPaidFirst ? toPay : 0, arrears, fallenDue }
  }

  /** Carries it out, with what is paid for it by a card. */
  take({ days, toPay, fallenDue }: Foreseen, by: Card | null): void {
    const before = this.#costSoFar(this.days)
    this.days = days
    this.#charged.push(...fallenDue)
    this.#shrink(before - this.#costSoFar(days))
    if (toPay > 0 && by !== null) {
      this.card = { plays: by }
      const invoice = { due: this.today, total: toPay, open: 0 }
      this.#payments.push({ amount: toPay, invoice, card: this.card, isOk: true, back: 0 })
      const asked = this.invoices.reduce((sum, { open }) => sum + open, 0)
      this.#shrink(asked - this.receivable)
    }
    this.#giveBack()
    // What is asked for next is looked at as soon as time goes on.
    this.#at(this.now, () => this.#ask())
  }

  /** Pays the invoice that is due first by another card. */
  payOpen(by: Card): void {
    const [invoice] = this.invoices
    if (invoice === undefined) return
    this.card = { plays: by }
    this.#pay(invoice, invoice.open, this.card)
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
    const uncharged = this.#uncharged(this.days)
    const come = uncharged.filter((period) => !isAfter(issueDay(period), today))
    const groups = Map.groupBy(come, ({ firstDay }) =>
      (isAfter(firstDay, today) ? firstDay : today).toString(),
    )
    for (const [due, periods] of groups) {
      this.#charged.push(...periods)
      this.#askForRest(Temporal.PlainDate.from(due))
    }
    const isLast = uncharged.length === come.length
    if (come.length === 0 && isLast) this.#askForRest(today)
    if (come.length > 0 && isLast) this.#giveBack()
  }

  #askForRest(due: Temporal.PlainDate): void {
    const total = this.receivable - this.invoices.reduce((sum, { open }) => sum + open, 0)
    if (total <= 0) return
    const invoice = { due, total, open: total }
    this.#open(invoice)
    if (this.card !== null) this.#at(dawn(due), () => this.#collect(invoice, 1))
  }

  #open(invoice: OpenInvoice): void {
    this.invoices = [...this.invoices, invoice].toSorted((one, other) =>
      Temporal.PlainDate.compare(one.due, other.due),
    )
  }

  #collect(invoice: OpenInvoice, attempt: number): void {
    const { card } = this
    if (card === null || !this.invoices.includes(invoice)) return
    const again = (days: number, next: number) =>
      this.#at(dawn(this.today.add({ days })), () => this.#collect(invoice, next))
    if (this.#underWay.has(invoice)) return again(1, attempt)
    const { plays } = card
    if (plays === 'soft_decline' || (plays === 'third_try' && attempt < 3)) {
      const pause = retryDays[attempt - 1]
      if (pause !== undefined) again(pause, attempt + 1)
    } else if (plays === 'hard_decline' || plays === 'withdrawn') {
      this.card = null
    } else if (plays === 'late') {
      this.#payLater(invoice, card)
    } else {
      const paid = this.#pay(invoice, invoice.open, card)
      if (plays === 'charge_back') {
        this.#at(this.now.add({ hours: chargeBackHours }), () => this.#takeBack(paid))
      }
    }
  }

  #payLater(invoice: OpenInvoice, card: Paid['card']): void {
    const amount = invoice.open
    this.#underWay.add(invoice)
    this.#at(this.now.add({ hours: lateHours }), () => {
      this.#underWay.delete(invoice)
      // What nobody asks for any more is given back whole, and was never ours.
      if (this.invoices.includes(invoice)) this.#pay(invoice, amount, card)
    })
  }

  #pay(invoice: OpenInvoice, amount: number, card: Paid['card']): Paid {
    const paid = { amount, invoice, card, isOk: true, back: 0 }
    this.#payments.push(paid)
    const rest = amount - Math.min(amount, invoice.open)
    invoice.open -= amount - rest
    this.#shrink(rest)
    this.#giveBack()
    return paid
  }

  #takeBack(paid: Paid): void {
    const before = this.receivable
    paid.isOk = false
    const owed = this.receivable - before
    const { invoice } = paid
    if (invoice !== null && owed > 0) {
      invoice.open = Math.min(invoice.open + owed, invoice.total)
      if (!this.invoices.includes(invoice)) this.#open(invoice)
    }
    if (paid.card === this.card) this.card = null
  }

  /** Less is open, oldest due first. */
  #shrink(by: number): void {
    const left = afterShrinking(this.invoices, by)
    for (const [n, invoice] of this.invoices.entries()) invoice.open = left[n]?.open ?? 0
    this.invoices = this.invoices.filter(({ open }) => open > 0)
  }

  /** Credit that no month to come uses up goes back, of the newest payments first. */
  #giveBack(): void {
    if (this.#nextCosting(this.days, []) !== undefined) return
    for (const paid of this.#payments.toReversed()) {
      if (paid.isOk) paid.back += Math.min(this.credit, paid.amount - paid.back)
    }
  }
}

function afterShrinking(invoices: readonly OpenInvoice[], by: number): OpenInvoice[] {
  let left = Math.max(0, by)
  return invoices.map((invoice) => {
    const part = Math.min(left, invoice.open)
    left -= part
    return { ...invoice, open: invoice.open - part }
  })
}

function issueDay({ firstDay }: ModelPeriod): Temporal.PlainDate {
  return firstDay.subtract({ days: issueDaysBefore })
}

function dawn(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime(zone).toInstant()
}
