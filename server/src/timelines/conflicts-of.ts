import { type Place, placesIn } from '../kernel/index.ts'
import type { LaidOrder, Patch } from './lay-orders.ts'

/** A place that an order decides only up to a day, because another one decides it from there on. */
export interface Conflict {
  /** Among the answers, or in what else is known of the policy. */
  readonly place: Place
  /** From which day on the other order decides it. */
  readonly day: Temporal.PlainDate
}

/**
 * Where the last of the orders, given in the order in which they came, does not have its way for good:
 * something that was ordered before it decides the same place from a later day on.
 */
export function conflictsOf(orders: readonly LaidOrder[]): Conflict[] {
  const last = orders.at(-1)
  if (last?.kind !== 'change') return []
  const decided = placesOf(last.patch)
  const conflicts = new Map<string, Conflict>()
  for (const order of orders.slice(0, -1)) {
    if (order.kind !== 'change' && order.kind !== 'renewal') continue
    if (!isBefore(last.day, order.day)) continue
    for (const place of placesOf(order.patch)) {
      const key = JSON.stringify(place)
      const known = conflicts.get(key)
      const isFirst = known === undefined || isBefore(order.day, known.day)
      if (isFirst && decided.some((one) => overlaps(one, place))) {
        conflicts.set(key, { place, day: order.day })
      }
    }
  }
  return [...conflicts.values()]
}

function placesOf({ input, data }: Patch): Place[] {
  return [...placesIn(input), ...placesIn(data)]
}

/** Whether one of the places is the other, or lies in it. */
function overlaps(one: Place, other: Place): boolean {
  return one.every((name, n) => n >= other.length || other[n] === name)
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
