import type { AccountId, ClockId, ProductId, ProductVersionId } from '../kernel/index.ts'

/** A clock that is ready, or that failed, stands still. */
export type ClockState = 'ready' | 'advancing' | 'failed'

/** A clock that stands still until it is advanced; what is sold on it in test mode lives by it. */
export interface TestClock {
  readonly id: ClockId
  readonly accountId: AccountId
  readonly state: ClockState
  /** What it shows. */
  readonly at: Temporal.Instant
  /** Where it is being advanced to, or was when that failed. */
  readonly target: Temporal.Instant | null
  readonly failure: string | null
  /** Versions of products that are published on it alone, each by its product. */
  readonly published: Readonly<Record<ProductId, ProductVersionId>>
  readonly createdAt: Temporal.Instant
}

/** Something that may live on a clock. */
export interface OnClock {
  readonly clockId: ClockId | null
}
