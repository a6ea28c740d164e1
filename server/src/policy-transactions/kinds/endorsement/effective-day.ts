import { type FieldError, parseDay } from '../../../kernel/index.ts'
import type { Caller } from '../../../identity/index.ts'
import type { LifeSettings } from '../../../products/index.ts'
import type { Timeline } from '../../../timelines/index.ts'
import { earliestEffectiveDay } from '../backdating.ts'

export type EffectiveDay =
  | { readonly ok: true; readonly day: Temporal.PlainDate }
  | { readonly ok: false; readonly error: FieldError }

interface AskedDay {
  /** As it was sent; null means today, or the first day of a cover that is still to begin. */
  readonly asked: string | null
  readonly caller: Caller
  readonly life: LifeSettings
  readonly today: Temporal.PlainDate
}

/**
 * From which day on an endorsement counts: a day up to the last one of cover, not further back than
 * the product lets an insurer or a distributor go.
 */
export function decideEffectiveDay(
  timeline: Timeline,
  { asked, caller, life, today }: AskedDay,
): EffectiveDay {
  const firstDay = timeline.terms[0]?.firstDay ?? today
  const lastDay = timeline.ending?.lastDay ?? timeline.terms.at(-1)?.lastDay ?? null
  const day = asked === null ? later(today, firstDay) : parseDay(asked)
  if (day === null) return refuse('iso_date')
  const earliest = later(earliestEffectiveDay(caller, life, today), firstDay)
  if (Temporal.PlainDate.compare(day, earliest) < 0) return refuse('after_or_equal', earliest)
  if (lastDay !== null && Temporal.PlainDate.compare(day, lastDay) > 0) {
    return refuse('before_or_equal', lastDay)
  }
  return { ok: true, day }
}

function refuse(rule: string, limit?: Temporal.PlainDate): EffectiveDay {
  const params = limit === undefined ? {} : { params: { [rule]: [limit.toString()] } }
  const error = {
    code: 'invalid_value',
    field: 'effective_date',
    rules: [rule],
    ...params,
  } as const
  return { ok: false, error }
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) >= 0 ? one : other
}
