import type { Ending, Segment, SegmentKind } from './timeline.ts'

/**
 * Whether a policy covers losses on a day. `ended` counts from the day after the last day of cover,
 * whether the policy was cancelled, lapsed or expired. A policy that was withdrawn from as if it had never
 * been sold is `void` on all days.
 */
export const coverStates = ['not_begun', 'covered', 'suspended', 'gap', 'ended', 'void'] as const
export type CoverState = (typeof coverStates)[number]

/** A state of cover, and all the days in a row that have it. */
export interface CoverOnDay {
  readonly state: CoverState
  /** Null where there is no first day: before cover begins, and where all is void. */
  readonly firstDay: Temporal.PlainDate | null
  /** Null where no last day is known: of cover without an end, and after the end. */
  readonly lastDay: Temporal.PlainDate | null
}

/** The part of a timeline that decides about cover. */
export interface CoverDays {
  readonly segments: readonly Pick<Segment, 'firstDay' | 'kind'>[]
  readonly ending: Pick<Ending, 'lastDay'> | null
}

/** A new kind of segment does not compile until it has a state. */
const stateOf: Readonly<Record<SegmentKind, CoverState>> = {
  cover: 'covered',
  gap: 'gap',
  suspended: 'suspended',
  ended: 'ended',
  void: 'void',
}

/**
 * The state of cover on a day. `soldUntil` is the last day that is sold, null where cover goes on
 * without an end.
 */
export function coverOnDay(
  days: CoverDays,
  soldUntil: Temporal.PlainDate | null,
  day: Temporal.PlainDate,
): CoverOnDay {
  const runs = runsOf(days, soldUntil)
  const n = runs.findLastIndex(({ firstDay }) => firstDay === null || !isAfter(firstDay, day))
  const run = runs[n]
  if (run === undefined) throw new Error(`cover has no state on ${day}`)
  return { ...run, lastDay: runs[n + 1]?.firstDay?.subtract({ days: 1 }) ?? null }
}

type Run = Pick<CoverOnDay, 'state' | 'firstDay'>

/** All states in their sequence, neighbours of the same state merged. */
function runsOf({ segments, ending }: CoverDays, soldUntil: Temporal.PlainDate | null): Run[] {
  if (segments.some(({ kind }) => kind === 'void')) return [{ state: 'void', firstDay: null }]
  const end = earliest(ending?.lastDay ?? null, soldUntil)
  const begun = segments
    .filter(({ firstDay }) => end === null || !isAfter(firstDay, end))
    .map(({ firstDay, kind }): Run => ({ state: stateOf[kind], firstDay }))
  const over: Run[] = end === null ? [] : [{ state: 'ended', firstDay: end.add({ days: 1 }) }]
  const all: Run[] = [{ state: 'not_begun', firstDay: null }, ...begun, ...over]
  return all.filter(({ state }, n) => state !== all[n - 1]?.state)
}

function earliest(
  one: Temporal.PlainDate | null,
  other: Temporal.PlainDate | null,
): Temporal.PlainDate | null {
  if (one === null || other === null) return one ?? other
  return isAfter(one, other) ? other : one
}

function isAfter(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) > 0
}
