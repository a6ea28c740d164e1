import { type Place, placesIn } from '../kernel/index.ts'
import type { ReplayStep, Patch } from './replay-transactions.ts'

/** A place that a step decides only up to a day, because another one decides it from there on. */
export interface Conflict {
  /** Among the answers, or in what else is known of the policy. */
  readonly place: Place
  /** From which day on the other step decides it. */
  readonly day: Temporal.PlainDate
}

/**
 * Where the last of the steps, given in the step in which they came, does not have its way for good:
 * something that was ordered before it decides the same place from a later day on.
 */
export function conflictsOf(steps: readonly ReplayStep[]): Conflict[] {
  const last = steps.at(-1)
  if (last?.kind !== 'endorsement') return []
  const decided = placesOf(last.patch)
  const conflicts = new Map<string, Conflict>()
  for (const step of steps.slice(0, -1)) {
    if (step.kind !== 'endorsement' && step.kind !== 'renewal') continue
    if (!isBefore(last.day, step.day)) continue
    for (const place of placesOf(step.patch)) {
      const key = JSON.stringify(place)
      const known = conflicts.get(key)
      const isFirst = known === undefined || isBefore(step.day, known.day)
      if (isFirst && decided.some((one) => overlaps(one, place))) {
        conflicts.set(key, { place, day: step.day })
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
