import type { AccountId } from '../kernel/index.ts'

/** What happened on one day, in one currency, with one product, through one distributor. */
export interface DailyFigure extends Sums {
  readonly day: Temporal.PlainDate
  readonly productId: string
  readonly distributorId: string
  readonly currency: string
}

export interface Sums {
  readonly quotes: number
  /** Offers that were paid and became policies. */
  readonly sold: number
  /** Cancellations and lapses, on the day on which they took place, and withdrawals. */
  readonly ended: number
  /** Net premium that was charged, less what was given back. */
  readonly written: number
  /** What was charged, with tax and fees. */
  readonly charged: number
  /** What came in for it, less what was charged back. */
  readonly collected: number
  readonly writtenOff: number
  /** By how much more policyholders owe. */
  readonly owed: number
}

export const noSums: Sums = {
  quotes: 0,
  sold: 0,
  ended: 0,
  written: 0,
  charged: 0,
  collected: 0,
  writtenOff: 0,
  owed: 0,
}

const sumNames = Object.keys(noSums) as readonly (keyof Sums)[] // Of this object.

export function added(one: Sums, other: Partial<Sums>): Sums {
  const sums = sumNames.map((name) => [name, one[name] + (other[name] ?? 0)] as const)
  return Object.fromEntries(sums) as Record<keyof Sums, number> // Of all names.
}

/** An insurer in a mode. */
export interface FigureScope {
  readonly insurerId: AccountId
  readonly livemode: boolean
}
