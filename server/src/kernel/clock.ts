import type { ClockId } from './ids.ts'

/** Time enters every room as an argument; only `systemClock` reads the machine's clock. */
export type Clock = () => Temporal.Instant

export const systemClock: Clock = () => Temporal.Now.instant()

/** The current time on a test clock, and the real time. */
export interface Moment {
  /** The time for days, prices and terms. */
  readonly now: Temporal.Instant
  /** The time for ids, timeouts and waits. */
  readonly real: Temporal.Instant
  /** The test clock that shows `now`; without one both times are the same. */
  readonly clockId: ClockId | null
}

/** A moment, or just the time where no test clock is involved. */
export type When = Temporal.Instant | Moment

/** The real time. */
export function realOf(when: When): Temporal.Instant {
  return when instanceof Temporal.Instant ? when : when.real
}

/** The time on the test clock, or the real time without one. */
export function timeOf(when: When): Temporal.Instant {
  return when instanceof Temporal.Instant ? when : when.now
}

/** What the test clock showed, where there is one. */
export function clockTimeOf(when: When): Temporal.Instant | null {
  return when instanceof Temporal.Instant || when.clockId === null ? null : when.now
}
