import type { AccountId, DunningHoldId, PolicyId, ProductId } from '../kernel/index.ts'

/** Nothing is written and nothing lapses until it is over: of one policy, or of all of a product. */
export interface DunningHold {
  readonly id: DunningHoldId
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly policyId: PolicyId | null
  readonly productId: ProductId | null
  readonly reason: string
  /** The last day on which it holds. */
  readonly until: Temporal.PlainDate
  readonly createdAt: Temporal.Instant
  readonly createdBy: AccountId
  readonly releasedAt: Temporal.Instant | null
}
