import type { JsonObject } from '../../src/kernel/index.ts'
import { type ModelTransaction, type ModelPrice, endsOf } from './policy-model.ts'

/** A month that is asked for. */
export interface ModelPeriod {
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
}

export interface SoldMonths {
  readonly firstDay: Temporal.PlainDate
  readonly answers: JsonObject
  readonly priceOf: (answers: JsonObject) => ModelPrice
}

const nothing: ModelPrice = { payment: 0, tax: 0, commission: 0 }

/**
 * A year that is paid by the month, worked out the long way: every day of it by itself, from all
 * transactions, each time anew.
 */
export class BilledDays {
  readonly periods: readonly ModelPeriod[]
  readonly #sale: SoldMonths
  readonly #transactions: readonly ModelTransaction[]

  constructor(sale: SoldMonths, transactions: readonly ModelTransaction[] = []) {
    this.#sale = sale
    this.#transactions = transactions
    this.periods = monthsFrom(sale.firstDay)
  }

  with(transaction: ModelTransaction): BilledDays {
    return new BilledDays(this.#sale, [...this.#transactions, transaction])
  }

  /** The last day of cover; null unless it is cancelled. */
  get lastCovered(): Temporal.PlainDate | null {
    return this.#ends().lastCovered
  }

  get isWithdrawn(): boolean {
    return this.#transactions.some(({ kind }) => kind === 'withdrawal')
  }

  answersOn(day: Temporal.PlainDate): JsonObject {
    return this.#transactions
      .filter((transaction) => transaction.kind === 'change')
      .filter((transaction) => Temporal.PlainDate.compare(transaction.day, day) <= 0)
      .toSorted((one, other) => Temporal.PlainDate.compare(one.day, other.day))
      .reduce((held, { newAnswers }) => ({ ...held, ...newAnswers }), this.#sale.answers)
  }

  /** What the days of cover of a month cost together. */
  costOf({ firstDay, lastDay }: ModelPeriod): ModelPrice {
    const days = firstDay.until(lastDay).days + 1
    const { gaps, lastCovered } = this.#ends()
    const cost = { ...nothing }
    for (let n = 1; n <= days; n++) {
      const day = firstDay.add({ days: n - 1 })
      const isOver = lastCovered !== null && isAfter(day, lastCovered)
      const isGap = gaps.some(({ after, until }) => isAfter(day, after) && !isAfter(day, until))
      if (isOver || isGap) continue
      const price = this.#sale.priceOf(this.answersOn(day))
      for (const part of ['payment', 'tax', 'commission'] as const) {
        cost[part] += earned(price[part], n, days) - earned(price[part], n - 1, days)
      }
    }
    return cost
  }

  #ends() {
    return endsOf(this.#sale.firstDay, this.#transactions)
  }
}

/** Twelve of them. From a day that a month does not have, a month lasts to its own last day. */
function monthsFrom(start: Temporal.PlainDate): ModelPeriod[] {
  const ends = Array.from({ length: 12 }, (_, n) => {
    const day = start.add({ months: n + 1 })
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
