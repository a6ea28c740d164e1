/**
 * What the guide says of arrears, computed day by day and by itself: no code of the platform is used. Its
 * policies are billed monthly on account, from a day that every month has, and renew by themselves.
 */

export interface ModelSteps {
  readonly reminders: readonly number[]
  readonly noticeAfter: number
  readonly grace: number
  readonly noticeFee: number
  /** Null where the policy lapses with the grace. */
  readonly lapseAfter: number | null
  readonly coverEnds: 'end_of_grace' | 'paid_to'
  /** So many months after the lapse a payment voids it. */
  readonly revivalMonths: number
}

interface ModelInvoice {
  readonly kind: 'period' | 'fee' | 'transaction'
  readonly issued: Temporal.PlainDate
  readonly due: Temporal.PlainDate
  /** The first day that it pays for; null where it is for none. */
  readonly firstDay: Temporal.PlainDate | null
  open: number
  /** What came for it, when, and when that was written down. */
  readonly receipts: { readonly amount: number; readonly on: Temporal.PlainDate }[]
}

interface ModelLetter {
  readonly kind: 'reminder' | 'notice' | 'suspension' | 'lapse' | 'revival'
  readonly date: string
  readonly total: number
  isVoid: boolean
}

interface ModelCase {
  state: 'open' | 'cured' | 'lapsed' | 'ended'
  step: 'overdue' | 'reminded' | 'notice_sent' | 'suspended'
  readonly since: Temporal.PlainDate
  stepDay: Temporal.PlainDate
  reminders: number
  grace: Temporal.PlainDate | null
  readonly letters: ModelLetter[]
  notice: {
    readonly day: Temporal.PlainDate
    readonly asks: readonly {
      readonly invoice: ModelInvoice
      readonly open: number
      /** How many had come for it by then. */
      readonly receipts: number
    }[]
  } | null
  lastReminder: Temporal.PlainDate | null
  hasFee: boolean
}

const issuedBefore = 7

export class DunningModel {
  today: Temporal.PlainDate
  readonly invoices: ModelInvoice[] = []
  readonly cases: ModelCase[] = []
  /** The last days of cover of one that was cancelled for later, and may have lapsed before that day. */
  readonly #lastDays: Temporal.PlainDate[] = []
  suspendedSince: Temporal.PlainDate | null = null
  heldUntil: Temporal.PlainDate | null = null
  /** Money was given back: what was paid no longer shows what is owed. */
  isRefunded = false
  /** What was charged for each month. */
  readonly #charged: number[] = []
  readonly #start: Temporal.PlainDate
  readonly #price: number
  readonly #steps: ModelSteps

  constructor(
    start: Temporal.PlainDate,
    sold: Temporal.PlainDate,
    price: number,
    steps: ModelSteps,
  ) {
    this.#start = start
    this.#price = price
    this.#steps = steps
    this.today = sold
    this.#bill(start, start)
  }

  /** The last day of cover; null unless it was cancelled or has lapsed. */
  get lastDay(): Temporal.PlainDate | null {
    return this.#lastDays.at(-1) ?? null
  }

  get isOver(): boolean {
    return this.lastDay !== null && before(this.lastDay, this.today)
  }

  get charged(): number {
    return this.#charged.reduce((sum, amount) => sum + amount, 0)
  }

  get receivable(): number {
    return this.invoices.reduce((sum, { open }) => sum + open, 0)
  }

  get open(): ModelCase | null {
    return this.cases.find(({ state }) => state === 'open') ?? null
  }

  /** Lets days begin, one after the other. */
  passTo(day: Temporal.PlainDate): void {
    while (before(this.today, day)) {
      this.today = this.today.add({ days: 1 })
      // What has ended is not suspended either.
      if (this.isOver) this.suspendedSince = null
      this.#look()
      // Last: nobody is asked for a month on the day on which the policy lapses.
      this.#billDue()
    }
  }

  /** Money for an invoice, maybe from an earlier day. */
  receive(invoice: ModelInvoice, amount: number, on: Temporal.PlainDate): void {
    invoice.open -= amount
    invoice.receipts.push({ amount, on })
    const notice = this.open?.notice
    const isWrong = notice != null && !before(notice.day, on)
    this.#look(isWrong)
    this.#revive()
  }

  hold(until: Temporal.PlainDate): void {
    this.heldUntil = until
  }

  release(): void {
    this.heldUntil = null
    this.#look()
  }

  /** It is followed until that day is over. */
  cancel(lastDay: Temporal.PlainDate): void {
    this.#lastDays.push(lastDay)
    this.#chargeAgain()
    this.#look()
  }

  /** Another last day, while it is not over. Nobody is asked for more before the next month. */
  moveEnd(lastDay: Temporal.PlainDate): void {
    this.#lastDays.splice(-1, 1, lastDay)
    this.#chargeAgain()
    this.#look()
  }

  /** All that was owed is paid: cover goes on as if it had never ended. What has fallen due is asked for. */
  reinstate(): number {
    if (this.lastDay === null) throw new Error('it has not ended')
    this.#lastDays.pop()
    this.suspendedSince = null
    const already = this.charged
    // What was to be paid by now, besides what was charged before it ended.
    const isDue = (n: number) => this.#isBilled(n) && !before(this.today, this.#period(n).due)
    while (isDue(this.#charged.length)) this.#charged.push(0)
    for (const n of this.#charged.keys()) this.#charged[n] = this.#costOf(n)
    const asked = this.charged - already
    if (asked > 0) {
      this.invoices.push({
        kind: 'transaction',
        issued: this.today,
        due: this.today.add({ days: 1 }), // A day to pay it in.
        firstDay: null,
        open: asked,
        receipts: [],
      })
    }
    // What is to be asked for by now besides is asked for when the clock goes on.
    return asked
  }

  /**
   * The premium that the notice of the lapse names has come in time: all days are owed as if there had been
   * no lapse, and one invoice asks for what was given back or missed.
   */
  #revive(): void {
    const [lapsed] = this.cases
    if (this.lastDay === null || lapsed?.state !== 'lapsed' || !lapsed.notice) return
    const { asks } = lapsed.notice
    const wanted = asks.reduce((sum, { open }) => sum + open, 0)
    const came = asks
      .flatMap(({ invoice, receipts }) => invoice.receipts.slice(receipts))
      .toSorted((one, other) => Temporal.PlainDate.compare(one.on, other.on))
    let sum = 0
    const paid = came.find(({ amount }) => (sum += amount) >= wanted)
    const written = Temporal.PlainDate.from(lapsed.letters.at(-1)?.date ?? '')
    const until = written.subtract({ days: 1 }).add({ months: this.#steps.revivalMonths })
    if (this.#steps.revivalMonths === 0 || paid === undefined || before(until, paid.on)) return
    // The day for which it was cancelled before is still its last one.
    const cancelledTo = this.#lastDays.at(-2)
    if (cancelledTo !== undefined && before(cancelledTo, paid.on)) return
    this.#lastDays.pop()
    const already = this.charged
    const isIssued = (n: number) => this.#isBilled(n) && !before(this.today, this.#period(n).issued)
    while (isIssued(this.#charged.length)) this.#charged.push(0)
    for (const n of this.#charged.keys()) this.#charged[n] = this.#costOf(n)
    this.invoices.push({
      kind: 'transaction',
      issued: this.today,
      due: this.today.add({ days: issuedBefore }),
      firstDay: null,
      open: this.charged - already,
      receipts: [],
    })
    this.#letter(lapsed, 'revival')
    this.#look()
  }

  #period(n: number) {
    const firstDay = this.#start.add({ months: n })
    // The first invoice of a renewed term comes with its first day, and leaves time to pay.
    const isRenewed = n > 0 && n % 12 === 0
    const due = isRenewed ? firstDay.add({ days: issuedBefore }) : firstDay
    return { firstDay, due, issued: due.subtract({ days: issuedBefore }) }
  }

  #billDue(): void {
    for (;;) {
      const { firstDay, due, issued } = this.#period(this.#charged.length)
      if (!this.#isBilled(this.#charged.length) || before(this.today, issued)) return
      this.#bill(firstDay, due)
    }
  }

  /** A month that begins after the last day is not asked for. */
  #isBilled(n: number): boolean {
    return this.lastDay === null || !before(this.lastDay, this.#period(n).firstDay)
  }

  /** What a month costs: the days up to the last one. */
  #costOf(n: number): number {
    const first = this.#start.add({ months: n })
    const days = daysFrom(first, this.#start.add({ months: n + 1 }))
    const all = this.lastDay === null ? days : daysFrom(first, this.lastDay.add({ days: 1 }))
    const covered = Math.min(days, Math.max(0, all))
    return Math.floor((2 * this.#price * covered + days) / (2 * days))
  }

  #bill(firstDay: Temporal.PlainDate, due: Temporal.PlainDate): void {
    const open = this.#costOf(this.#charged.length)
    this.#charged.push(open)
    const issued = this.today
    this.invoices.push({ kind: 'period', issued, due, firstDay, open, receipts: [] })
  }

  /**
   * What was charged for days after the last one is no longer owed: the invoice of the same month
   * shrinks first, then the oldest one, and fees last.
   */
  #chargeAgain(): void {
    let less = 0
    const shrink = (invoice: ModelInvoice, by: number) => {
      const part = Math.min(by, less, invoice.open)
      invoice.open -= part
      less -= part
    }
    const reduced = this.#charged.map((amount, n) => {
      return { first: this.#start.add({ months: n }), by: amount - this.#costOf(n) }
    })
    less = reduced.reduce((sum, { by }) => sum + by, 0)
    for (const n of this.#charged.keys()) this.#charged[n] = this.#costOf(n)
    for (const { first, by } of reduced) {
      const own = this.invoices.find(({ firstDay }) => firstDay?.equals(first) ?? false)
      if (own !== undefined) shrink(own, by)
    }
    const oldest = this.invoices.toSorted(
      (a, b) =>
        Number(a.kind === 'fee') - Number(b.kind === 'fee') ||
        Temporal.PlainDate.compare(a.due, b.due),
    )
    for (const invoice of oldest) shrink(invoice, less)
    this.isRefunded ||= less > 0
  }

  #late(): ModelInvoice[] {
    return this.invoices.filter(
      ({ kind, due, open }) => kind !== 'fee' && open > 0 && before(due, this.today),
    )
  }

  #look(isNoticeWrong = false): void {
    let isWrong = isNoticeWrong
    while (this.#step(isWrong)) isWrong = false
  }

  /** Whether something was done, so that one has to look again. */
  #step(isWrong: boolean): boolean {
    const { today } = this
    const open = this.open
    if (open === null) {
      if (this.isOver || this.#late().length === 0) return false
      this.cases.unshift({
        state: 'open',
        step: 'overdue',
        since: today.subtract({ days: 1 }),
        stepDay: today,
        reminders: 0,
        grace: null,
        letters: [],
        notice: null,
        lastReminder: null,
        hasFee: false,
      })
      return true
    }
    const { notice } = open
    const followed =
      notice === null ? this.#late() : notice.asks.filter(({ invoice }) => invoice.open > 0)
    // Once it has ended all that is open is owed: what was given back may have settled the oldest alone.
    const isOwed = !this.isOver
      ? followed.length > 0
      : this.invoices.some(({ kind, open: left }) => kind !== 'fee' && left > 0)
    if (!isOwed) {
      if (open.step === 'suspended') this.suspendedSince = null
      open.state = 'cured'
      return true
    }
    if (this.isOver) {
      open.state = 'ended'
      return true
    }
    if (isWrong) {
      for (const letter of open.letters) {
        if (letter.kind === 'notice' || letter.kind === 'suspension') letter.isVoid = true
      }
      if (open.step === 'suspended') this.suspendedSince = null
      open.step = open.lastReminder === null ? 'overdue' : 'reminded'
      open.stepDay = open.lastReminder ?? open.since
      open.grace = null
      open.notice = null
      return true
    }
    if (this.heldUntil !== null && !before(this.heldUntil, today)) return false
    return open.grace === null ? this.#write(open) : this.#endCover(open, open.grace)
  }

  #write(open: ModelCase): boolean {
    const { reminders, noticeAfter, grace, noticeFee } = this.#steps
    const after = reminders[open.reminders]
    const afterDays = after ?? noticeAfter
    const planned = open.since.add({ days: afterDays })
    const last = reminders[open.reminders - 1]
    const apart = last === undefined ? planned : open.stepDay.add({ days: afterDays - last })
    const day = before(planned, apart) ? apart : planned
    if (before(this.today, day)) return false
    open.stepDay = this.today
    if (after !== undefined) {
      this.#letter(open, 'reminder')
      open.step = 'reminded'
      open.reminders += 1
      open.lastReminder = this.today
      return true
    }
    const asks = this.#late().map((invoice) => ({
      invoice,
      open: invoice.open,
      receipts: invoice.receipts.length,
    }))
    open.grace = this.today.add({ days: grace })
    if (noticeFee > 0 && !open.hasFee) {
      open.hasFee = true
      this.invoices.push({
        kind: 'fee',
        issued: this.today,
        due: open.grace,
        firstDay: null,
        open: noticeFee,
        receipts: [],
      })
    }
    this.#letter(open, 'notice')
    open.step = 'notice_sent'
    open.notice = { day: this.today, asks }
    return true
  }

  #endCover(open: ModelCase, grace: Temporal.PlainDate): boolean {
    const { lapseAfter, coverEnds } = this.#steps
    const isSuspended = open.step === 'suspended'
    const day = isSuspended ? open.stepDay.add({ days: lapseAfter ?? 0 }) : grace.add({ days: 1 })
    if (before(this.today, day)) return false
    if (!isSuspended && lapseAfter !== null) {
      this.suspendedSince = this.today
      this.#letter(open, 'suspension')
      open.step = 'suspended'
      open.stepDay = this.today
      return true
    }
    const covered = isSuspended ? open.stepDay.subtract({ days: 1 }) : grace
    const unpaid = (open.notice?.asks ?? [])
      .flatMap(({ invoice }) => (invoice.open > 0 ? (invoice.firstDay ?? []) : []))
      .toSorted((one, other) => Temporal.PlainDate.compare(one, other))[0]
    const paidTo = unpaid?.subtract({ days: 1 }) ?? covered
    const isEarlier = coverEnds === 'paid_to' && before(paidTo, covered)
    this.#lastDays.push(isEarlier ? paidTo : covered)
    this.#chargeAgain()
    this.suspendedSince = null
    this.#letter(open, 'lapse')
    open.state = 'lapsed'
    return true
  }

  #letter(open: ModelCase, kind: ModelLetter['kind']): void {
    const asked =
      kind === 'lapse' || kind === 'revival' ? this.invoices : [...this.#late(), ...this.#fees()]
    const total = asked.reduce((sum, one) => sum + one.open, 0)
    open.letters.push({ kind, date: this.today.toString(), total, isVoid: false })
  }

  #fees(): ModelInvoice[] {
    return this.invoices.filter(({ kind }) => kind === 'fee')
  }
}

function before(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}

function daysFrom(first: Temporal.PlainDate, other: Temporal.PlainDate): number {
  return first.until(other, { largestUnit: 'days' }).days
}
