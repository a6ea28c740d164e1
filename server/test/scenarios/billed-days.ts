import type { JsonObject } from '../../src/kernel/index.ts'
import {
  type ModelPlan,
  type ModelPrice,
  type ModelTransaction,
  endsOf,
  isRestKept,
} from './policy-model.ts'

/** A month that is asked for, or the days of another plan. */
export interface ModelPeriod {
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
}

export interface SoldMonths {
  readonly firstDay: Temporal.PlainDate
  readonly answers: JsonObject
  readonly priceOf: (answers: JsonObject, plan: ModelPlan) => ModelPrice
}

const monthsOf: Readonly<Record<ModelPlan, number>> = { monthly: 1, quarterly: 3, yearly: 12 }

const nothing: ModelPrice = { payment: 0, tax: 0, commission: 0 }

/**
 * A year that is paid by the month, or by another plan from some day on, worked out the long way: every
 * day of it by itself, from all transactions, each time anew.
 */
export class BilledDays {
  readonly periods: readonly ModelPeriod[]
  readonly #sale: SoldMonths
  readonly #transactions: readonly ModelTransaction[]

  constructor(sale: SoldMonths, transactions: readonly ModelTransaction[] = []) {
    this.#sale = sale
    this.#transactions = transactions
    this.periods = this.#periods()
  }

  with(transaction: ModelTransaction): BilledDays {
    return new BilledDays(this.#sale, [...this.#transactions, transaction])
  }

  /** The first day of each term: a renewal adds one. */
  get terms(): Temporal.PlainDate[] {
    return this.#transactions
      .filter(({ kind }) => kind === 'renewal')
      .reduce((terms) => [...terms, dayAfterYear(terms.at(-1))], [this.#sale.firstDay])
  }

  /** The first day after all that is sold. */
  get nextTerm(): Temporal.PlainDate {
    return dayAfterYear(this.terms.at(-1))
  }

  /** The last day of cover; null unless it is cancelled. */
  get lastCovered(): Temporal.PlainDate | null {
    return this.#ends().lastCovered
  }

  get isWithdrawn(): boolean {
    return this.#transactions.some(({ kind }) => kind === 'withdrawal')
  }

  answersOn(day: Temporal.PlainDate): JsonObject {
    const [, second] = this.terms
    const renewed = this.#transactions
      .filter((transaction) => transaction.kind === 'renewal')
      .map(({ newAnswers }) => ({ day: second ?? day, newAnswers }))
    const held = [
      ...this.#transactions.filter((transaction) => transaction.kind === 'change'),
      ...renewed,
    ]
      .filter((one) => !isAfter(one.day, day))
      .toSorted((one, other) => Temporal.PlainDate.compare(one.day, other.day))
      .reduce((before, { newAnswers }) => ({ ...before, ...newAnswers }), this.#sale.answers)
    if (second !== undefined && !isAfter(second, day)) return held
    // What was declared of the first term counts on all of its days.
    return this.#transactions
      .filter((transaction) => transaction.kind === 'adjustment')
      .reduce((before, { newAnswers }) => ({ ...before, ...newAnswers }), held)
  }

  /** The plan of a day: of all that hold by then, the one that was requested last. */
  planOn(day: Temporal.PlainDate): ModelPlan {
    const begun = this.#transactions
      .filter((transaction) => transaction.kind === 'plan')
      .filter((transaction) => !isAfter(transaction.day, day))
    return begun.at(-1)?.plan ?? 'monthly'
  }

  /** What the days of cover of a period cost together: each its part of the whole period of its plan. */
  costOf({ firstDay, lastDay }: ModelPeriod): ModelPrice {
    const { gaps, lastCovered, by } = this.#ends()
    const isLastPeriod = lastCovered !== null && !isAfter(firstDay, lastCovered)
    const cost = { ...nothing }
    const plan = this.planOn(firstDay)
    const whole = this.#wholePeriods(plan).find((one) => !isAfter(firstDay, one.lastDay))
    if (whole === undefined) throw new Error('a day lies in a period')
    const days = whole.firstDay.until(whole.lastDay).days + 1
    const before = whole.firstDay.until(firstDay).days
    for (let n = before + 1; n <= before + firstDay.until(lastDay).days + 1; n++) {
      const day = whole.firstDay.add({ days: n - 1 })
      const isOver = lastCovered !== null && isAfter(day, lastCovered)
      const isGap = gaps.some(({ after, until }) => isAfter(day, after) && !isAfter(day, until))
      if (isGap || (isOver && !(isLastPeriod && isRestKept(by)))) continue
      // Where the period of the last day is kept, its rest costs what that day does.
      const priced = this.#sale.priceOf(this.answersOn(isOver ? lastCovered : day), plan)
      const price = this.#taxed(priced, firstDay)
      for (const part of ['payment', 'tax', 'commission'] as const) {
        cost[part] += earned(price[part], n, days) - earned(price[part], n - 1, days)
      }
    }
    return cost
  }

  /** One payment of the next term, with these answers as well. */
  priceNext(newAnswers: JsonObject): ModelPrice {
    const lastDay = this.nextTerm.subtract({ days: 1 })
    const answers = { ...this.answersOn(lastDay), ...newAnswers }
    return this.#taxed(this.#sale.priceOf(answers, this.planOn(lastDay)), this.nextTerm)
  }

  /** At the rate of the law for a period that begins on this day: all of it, or nothing. */
  #taxed(price: ModelPrice, firstDay: Temporal.PlainDate): ModelPrice {
    const rates = this.#transactions
      .filter((transaction) => transaction.kind === 'tax')
      .filter(({ day, afterCharged }) => !isAfter(day, firstDay) && isAfter(firstDay, afterCharged))
    const rate = rates.at(-1)?.rate
    if (rate === undefined) return price
    const net = price.payment - price.tax
    const tax = Math.floor((2 * net * rate + 1000) / 2000)
    return { ...price, payment: net + tax, tax }
  }

  #ends() {
    return endsOf(this.#sale.firstDay, this.#transactions)
  }

  #wholePeriods(plan: ModelPlan): ModelPeriod[] {
    return this.terms.flatMap((firstDay) => periodsFrom(firstDay, monthsOf[plan]))
  }

  /** Days in a row that one whole period of one plan has. */
  #periods(): ModelPeriod[] {
    const periods: ModelPeriod[] = []
    for (const { firstDay, lastDay } of this.#wholePeriods('monthly')) {
      // No plan has a shorter period, and none changes within one.
      const plan = this.planOn(firstDay)
      const begins = this.#wholePeriods(plan).some((one) => one.firstDay.equals(firstDay))
      const last = periods.at(-1)
      if (last === undefined || begins || this.planOn(last.firstDay) !== plan) {
        periods.push({ firstDay, lastDay })
      } else {
        periods.splice(-1, 1, { ...last, lastDay })
      }
    }
    return periods
  }
}

function dayAfterYear(firstDay: Temporal.PlainDate | undefined): Temporal.PlainDate {
  const last = firstDay && periodsFrom(firstDay, 12)[0]
  if (last === undefined) throw new Error('a policy has a term')
  return last.lastDay.add({ days: 1 })
}

/** Those of a year. From a day that a month does not have, a month lasts to its own last day. */
function periodsFrom(start: Temporal.PlainDate, months: number): ModelPeriod[] {
  const ends = Array.from({ length: 12 / months }, (_, n) => {
    const day = start.add({ months: (n + 1) * months })
    return day.day === start.day ? day.subtract({ days: 1 }) : day
  })
  return ends.map((lastDay, n) => {
    return { firstDay: n === 0 ? start : (ends[n - 1] ?? start).add({ days: 1 }), lastDay }
  })
}

export function isAfter(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) > 0
}

/** Of a price for so many days, half a cent counting as one. */
function earned(price: number, day: number, days: number): number {
  return Math.floor((2 * price * day + days) / (2 * days))
}
