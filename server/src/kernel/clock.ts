import type { ClockId } from './ids.ts'

/** Time enters every room as an argument; this is the one place that asks the machine. */
export type Clock = () => Temporal.Instant

export const systemClock: Clock = () => Temporal.Now.instant()

/** Now, for something that may live on a test clock: there, and in truth. */
export interface Moment {
  /** By which days, prices and terms go. */
  readonly now: Temporal.Instant
  /** By which ids are minted, and others are waited for. */
  readonly real: Temporal.Instant
  /** The test clock that shows the one; without it both are the same. */
  readonly clockId: ClockId | null
}

/** A moment, or the time itself where nothing lives on a test clock. */
export type When = Temporal.Instant | Moment

/** In truth. */
export function realOf(when: When): Temporal.Instant {
  return when instanceof Temporal.Instant ? when : when.real
}

/** By the clock of what it concerns. */
export function timeOf(when: When): Temporal.Instant {
  return when instanceof Temporal.Instant ? when : when.now
}

/** What the test clock showed, where there is one. */
export function clockTimeOf(when: When): Temporal.Instant | null {
  return when instanceof Temporal.Instant || when.clockId === null ? null : when.now
}
