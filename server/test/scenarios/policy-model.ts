import type { JsonObject } from '../../src/kernel/index.ts'
import { type ModelKind, modelKinds } from './model-kinds.ts'

/** A policy transaction. */
export type ModelTransaction =
  | { readonly kind: 'change'; readonly day: Temporal.PlainDate; readonly newAnswers: JsonObject }
  | {
      readonly kind: 'cancellation'
      readonly lastDay: Temporal.PlainDate
      /** By what the request names the rest of the period costs something, or nothing. */
      readonly by: ModelKind
    }
  /** Another plan from a day on, to the end of the term. */
  | { readonly kind: 'plan'; readonly day: Temporal.PlainDate; readonly plan: ModelPlan }
  /** Periods from this first day on that were not charged by then have another rate of tax. */
  | {
      readonly kind: 'tax'
      readonly day: Temporal.PlainDate
      readonly afterCharged: Temporal.PlainDate
      readonly rate: ModelRate
    }
  /** Another term, with the answers of the last day but for what was endorsed for it. */
  | { readonly kind: 'renewal'; readonly newAnswers: JsonObject }
  /** What was declared after the term counts on all of its days, whatever else was requested. */
  | { readonly kind: 'adjustment'; readonly newAnswers: JsonObject }
  /** The end of a policy that was cancelled for later may move. */
  | { readonly kind: 'end_move'; readonly lastDay: Temporal.PlainDate }
  /** Without cover from the last day up to this one, both left out; null where nothing is left out. */
  | { readonly kind: 'reinstatement'; readonly gapUntil: Temporal.PlainDate | null }

  /** All that was sold is void, or it is kept to the day of receipt where cover was agreed to begin earlier. */
  | {
      readonly kind: 'withdrawal'
      readonly receivedOn: Temporal.PlainDate
      readonly isVoid: boolean
    }

/** In thousandths. */
export type ModelRate = number

/** How often is paid: the name of a plan. */
export type ModelPlan = 'monthly' | 'quarterly' | 'yearly'

/** For the whole term, in minor units. */
export interface ModelPrice {
  readonly payment: number
  readonly tax: number
  readonly commission: number
}

interface Sale {
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
  readonly answers: JsonObject
  readonly priceOf: (answers: JsonObject) => ModelPrice
}

interface Day {
  readonly answers: JsonObject
  readonly price: ModelPrice
  readonly isCovered: boolean
  /** What it costs: nothing without cover, but what the last day does where the rest is kept. */
  readonly charged: ModelPrice | null
}

/**
 * A policy that is paid at once, worked out the long way: every day by itself, from all transactions, each
 * time anew. It knows nothing of versions, segments or differences, so that it cannot share a mistake
 * with them.
 */
export class PolicyModel {
  readonly days: readonly Day[]
  /** The last day of cover; null unless it is cancelled. */
  readonly lastCovered: Temporal.PlainDate | null
  readonly isWithdrawn: boolean
  /** How it was cancelled; null unless it is, and where the customer has withdrawn. */
  readonly cancelledBy: ModelKind | null
  readonly #sale: Sale
  readonly #transactions: readonly ModelTransaction[]

  constructor(sale: Sale, transactions: readonly ModelTransaction[] = []) {
    this.#sale = sale
    this.#transactions = transactions
    const { gaps, lastCovered, by } = endsOf(sale.firstDay, transactions)
    this.cancelledBy = by
    this.isWithdrawn = transactions.some(({ kind }) => kind === 'withdrawal')
    this.lastCovered = lastCovered
    const count = this.numberOf(sale.lastDay)
    const changes = transactions
      .filter((transaction) => transaction.kind === 'change')
      .map(({ day, newAnswers }) => ({ from: this.numberOf(day), newAnswers }))
      .toSorted((one, other) => one.from - other.from)
    const declared = transactions
      .filter((transaction) => transaction.kind === 'adjustment')
      .reduce<JsonObject>((all, { newAnswers }) => ({ ...all, ...newAnswers }), {})
    const without = gaps.map(({ after, until }) => {
      return { after: this.numberOf(after), until: this.numberOf(until) }
    })
    const last = lastCovered === null ? count : this.numberOf(lastCovered)
    const answersOn = (number: number) => {
      const asked = changes
        .filter(({ from }) => from <= number)
        .reduce((held, { newAnswers }) => ({ ...held, ...newAnswers }), sale.answers)
      return { ...asked, ...declared }
    }
    const afterLast = isRestKept(by) ? sale.priceOf(answersOn(last)) : null
    this.days = Array.from({ length: count }, (_, n) => n + 1).map((number) => {
      const answers = answersOn(number)
      const price = sale.priceOf(answers)
      const isGap = without.some(({ after, until }) => number > after && number <= until)
      const isCovered = !isGap && number <= last
      if (isGap) return { answers, price, isCovered, charged: null }
      return { answers, price, isCovered, charged: isCovered ? price : afterLast }
    })
  }

  get isCancelled(): boolean {
    return this.lastCovered !== null
  }

  /** The policy with this transaction as well. */
  with(transaction: ModelTransaction): PolicyModel {
    return new PolicyModel(this.#sale, [...this.#transactions, transaction])
  }

  /** The first day of cover is day one. */
  numberOf(day: Temporal.PlainDate): number {
    return this.#sale.firstDay.until(day).days + 1
  }

  on(day: Temporal.PlainDate): Day {
    const held = this.days[this.numberOf(day) - 1]
    if (held === undefined) throw new Error(`${day} is no day of the term`)
    return held
  }

  /** What all days cost together. */
  cost(): ModelPrice {
    const sum = { payment: 0, tax: 0, commission: 0 }
    const days = this.days.length
    for (const [n, { charged }] of this.days.entries()) {
      if (charged === null) continue
      for (const part of ['payment', 'tax', 'commission'] as const) {
        sum[part] += earned(charged[part], n + 1, days) - earned(charged[part], n, days)
      }
    }
    return sum
  }
}

/** The days without cover, and the last one with it; the day before the first where there is none at all. */
export function endsOf(firstDay: Temporal.PlainDate, transactions: readonly ModelTransaction[]) {
  const gaps: { after: Temporal.PlainDate; until: Temporal.PlainDate }[] = []
  let lastCovered: Temporal.PlainDate | null = null
  let by: ModelKind | null = null
  for (const transaction of transactions) {
    if ('lastDay' in transaction) lastCovered = transaction.lastDay
    // A move of the end keeps it.
    if (transaction.kind === 'cancellation') by = transaction.by
    if (transaction.kind === 'withdrawal') {
      by = null
      const { receivedOn, isVoid } = transaction
      const isEarlier: boolean =
        lastCovered === null || Temporal.PlainDate.compare(receivedOn, lastCovered) < 0
      if (isVoid) lastCovered = firstDay.subtract({ days: 1 })
      else if (isEarlier) lastCovered = receivedOn
    }
    if (transaction.kind !== 'reinstatement' || lastCovered === null) continue
    if (transaction.gapUntil !== null)
      gaps.push({ after: lastCovered, until: transaction.gapUntil })
    lastCovered = null
    by = null
  }
  return { gaps, lastCovered, by }
}

/** Whether the period of the last day is kept whole. In these lives there is always a day of cover. */
export function isRestKept(by: ModelKind | null): boolean {
  return by !== null && modelKinds[by].rule !== 'pro_rata'
}

/** Of a price for so many days, half a cent counting as one. */
function earned(price: number, day: number, days: number): number {
  return Math.floor((2 * price * day + days) / (2 * days))
}
