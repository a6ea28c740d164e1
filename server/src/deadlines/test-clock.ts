import type { AccountId, ClockId, PolicyId, ProductId, ProductVersionId } from '../kernel/index.ts'

/** A clock that is ready, or that failed, stands still. */
export type ClockState = 'ready' | 'advancing' | 'failed'

/** A clock that stands still until it is advanced; what is sold on it in test mode lives by it. */
export interface TestClock {
  readonly id: ClockId
  readonly accountId: AccountId
  readonly state: ClockState
  /** What it shows. */
  readonly at: Temporal.Instant
  /** The target of the current advance, or of the one that failed. */
  readonly target: Temporal.Instant | null
  readonly failure: string | null
  /** Product versions that are published on this clock only, by product. */
  readonly published: Readonly<Record<ProductId, ProductVersionId>>
  readonly createdAt: Temporal.Instant
}

/** Something that may live on a clock. */
export interface OnClock {
  readonly clockId: ClockId | null
}

/** A policy that may live on a clock, where it has a time of its own while the clock advances. */
export interface PolicyOnClock extends OnClock {
  readonly id: PolicyId
}
