import type { AccountId, CustomerId, CustomerJoinId } from '../kernel/index.ts'

/** A customer whom a person found to be another one, until somebody splits the two again. */
export interface CustomerJoin {
  readonly id: CustomerJoinId
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly customerId: CustomerId
  /** The customer that stands for both, unless it is joined into another itself. */
  readonly intoId: CustomerId
  readonly reason: string
  /** The key or the person. */
  readonly joinedBy: string
  readonly joinedAt: Temporal.Instant
  readonly splitReason: string | null
  readonly splitBy: string | null
  readonly splitAt: Temporal.Instant | null
}

/** The policies that one customer may hold or have held, all that were joined into it included. */
export const policiesMax = 100
