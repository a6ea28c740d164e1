import { type JsonObject, isEarlier, lastDayOf, parseDay } from '../kernel/index.ts'
import type { DurationStrategy, Premium } from '../pricing/index.ts'

/** The days that a policy covers, first and last one included. */
export interface Cover {
  readonly strategy: DurationStrategy
  readonly startDay: Temporal.PlainDate
  /** Null while the end is open. */
  readonly endDay: Temporal.PlainDate | null
}

export type CoverDecision =
  | { readonly ok: true; readonly cover: Cover }
  | { readonly ok: false; readonly reason: string }

export const coverYearsMax = 120

/**
 * Decides the days of cover from the outputs of pricing, or else from the customer's answers of the same
 * name. A policy of one year that starts on 1 March ends on the last day of February.
 */
export function decideCover(
  premium: Premium,
  data: JsonObject,
  today: Temporal.PlainDate,
): CoverDecision {
  const terms = coverTerms(premium, data)
  const { strategy } = terms
  const start = parseDay(terms.start)
  const end = parseDay(terms.end)
  switch (strategy) {
    case 'fixed_start':
      return accept(strategy, start ?? today, null)
    case 'fixed_end':
      return end === null ? refuse(strategy, 'an end date') : accept(strategy, start ?? today, end)
    case 'fixed_start_end':
      return start === null || end === null
        ? refuse(strategy, 'a start date and an end date')
        : accept(strategy, start, end)
    case 'start_plus_duration': {
      const first = start ?? today
      const end = addDuration(first, terms.duration)
      return end === null
        ? refuse(strategy, 'an ISO 8601 duration of whole days or more, such as P1Y')
        : accept(strategy, first, end)
    }
  }
}

/** The days that a price is for; null where they cannot be decided. */
export function daysSold(
  premium: Premium,
  data: JsonObject,
  today: Temporal.PlainDate,
): Cover | null {
  const decision = decideCover(premium, data, today)
  return decision.ok ? decision.cover : null
}

/** The terms of the cover as pricing gives them, or else as the customer answered. */
export function coverTerms(premium: Premium, data: JsonObject) {
  return {
    strategy: premium.durationStrategy ?? 'fixed_start',
    start: premium.policyStartDate ?? data['policy_start_date'],
    end: premium.policyEndDate ?? data['policy_end_date'],
    duration: premium.policyDuration ?? data['policy_duration'],
  } as const
}

function accept(
  strategy: DurationStrategy,
  startDay: Temporal.PlainDate,
  endDay: Temporal.PlainDate | null,
): CoverDecision {
  if (endDay !== null && isEarlier(endDay, startDay)) {
    return { ok: false, reason: `cover would end on ${endDay}, before it starts on ${startDay}` }
  }
  if (endDay !== null && isTooLong(startDay, endDay)) {
    return { ok: false, reason: `cover would last longer than ${coverYearsMax} years` }
  }
  return { ok: true, cover: { strategy, startDay, endDay } }
}

function isTooLong(startDay: Temporal.PlainDate, endDay: Temporal.PlainDate): boolean {
  const years = endDay.year - startDay.year
  if (years < coverYearsMax) return false
  return startDay.until(endDay, { largestUnit: 'years' }).years >= coverYearsMax
}

function refuse(strategy: DurationStrategy, missing: string): CoverDecision {
  return { ok: false, reason: `duration_strategy ${strategy} needs ${missing}` }
}

/** The last day of a cover that starts on `first` and lasts as long as the duration says. */
function addDuration(first: Temporal.PlainDate, text: unknown): Temporal.PlainDate | null {
  if (typeof text !== 'string') return null
  const duration = readDuration(text)
  if (duration === null) return null
  try {
    return lastDayOf(first, duration)
  } catch {
    return null // It leads out of the calendar.
  }
}

/** Products sell for a few durations, again and again. */
const durations = new Map<string, Temporal.Duration | null>()
const durationsKeptMax = 1_000
const durationLettersMax = 50

/** Of whole days or more; null for any other text. */
function readDuration(text: string): Temporal.Duration | null {
  const known = durations.get(text)
  if (known !== undefined) return known
  if (text.length > durationLettersMax) return parseDuration(text)
  if (durations.size >= durationsKeptMax) durations.clear()
  const duration = parseDuration(text)
  durations.set(text, duration)
  return duration
}

function parseDuration(text: string): Temporal.Duration | null {
  try {
    const duration = Temporal.Duration.from(text)
    const timeOfDay = duration.with({ years: 0, months: 0, weeks: 0, days: 0 })
    return duration.sign === 1 && timeOfDay.blank ? duration : null
  } catch {
    return null // Not a duration.
  }
}
