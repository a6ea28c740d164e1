import { type JsonPath, pathsIn } from '../kernel/index.ts'
import type { ReplayStep, Patch } from './replay-transactions.ts'

/** A path that a step sets only up to a day, because another step sets it from that day on. */
export interface Conflict {
  /** In the answers or in the policy data. */
  readonly path: JsonPath
  /** The first day on which the other step sets the path. */
  readonly day: Temporal.PlainDate
}

/**
 * The paths that the last step does not set for good, because a step that was requested earlier sets
 * them from a later day on. The steps are in the order of their requests.
 */
export function conflictsOf(steps: readonly ReplayStep[]): Conflict[] {
  const last = steps.at(-1)
  if (last?.kind !== 'endorsement') return []
  const { planAnswers = [] } = last
  // A change of plan replaces those that were requested for later days.
  const decided = pathsOf(last.patch).filter(([name = '']) => !planAnswers.includes(name))
  const conflicts = new Map<string, Conflict>()
  for (const step of steps.slice(0, -1)) {
    if (step.kind !== 'endorsement' && step.kind !== 'renewal') continue
    if (!isBefore(last.day, step.day)) continue
    for (const path of pathsOf(step.patch)) {
      const key = JSON.stringify(path)
      const known = conflicts.get(key)
      const isFirst = known === undefined || isBefore(step.day, known.day)
      if (isFirst && decided.some((one) => overlaps(one, path))) {
        conflicts.set(key, { path, day: step.day })
      }
    }
  }
  return [...conflicts.values()]
}

function pathsOf({ input, data }: Patch): JsonPath[] {
  return [...pathsIn(input), ...pathsIn(data)]
}

/** Whether one of the paths is the other, or lies in it. */
function overlaps(one: JsonPath, other: JsonPath): boolean {
  return one.every((name, n) => n >= other.length || other[n] === name)
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
