import { type JsonObject, parseDay } from '../kernel/index.ts'
import type { Policy } from './policy.ts'
import type { PolicyVersion } from './policy-version.ts'

/** What the row of a policy says of how it stands. */
export type Standing = Pick<
  Policy,
  'status' | 'terminationDay' | 'cancellationReason' | 'cancelledBy' | 'cancelledAt'
>

/** How a policy stands once a version is active, as far as that changes. */
export function standingAfter(version: PolicyVersion, now: Temporal.Instant): Partial<Standing> {
  switch (version.kind) {
    case 'cancellation':
    case 'lapse':
      return {
        status: 'cancelled',
        terminationDay: lastDayOf(version.change.termination_date),
        cancellationReason: version.change.reason,
        cancelledBy: version.change.cancelled_by,
        cancelledAt: now,
      }
    case 'reinstatement':
      return {
        status: 'paid',
        terminationDay: null,
        cancellationReason: null,
        cancelledBy: '',
        cancelledAt: null,
      }
    case 'offer':
    case 'change':
    case 'renewal':
      return {}
  }
}

/** What an event tells of a version besides its id: never a person's data. */
export function toldOf(version: PolicyVersion): JsonObject {
  switch (version.kind) {
    case 'cancellation':
    case 'lapse':
      return { termination_date: version.change.termination_date }
    case 'reinstatement':
      return { gap_until: version.change.gap_until }
    case 'offer':
    case 'change':
    case 'renewal':
      return { effective_date: version.effectiveDay.toString() }
  }
}

export function lastDayOf(text: string): Temporal.PlainDate {
  const day = parseDay(text)
  if (day === null) throw new Error('a cancellation was stored without its day')
  return day
}
