import type { AccountId, CustomerId, NoteId, PolicyId } from '../kernel/index.ts'

/** What a person writes about a policy or a customer. */
export interface Note {
  readonly id: NoteId
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly policyId: PolicyId | null
  readonly customerId: CustomerId | null
  /** Null once it was removed. */
  readonly body: string | null
  /** The key or the person. */
  readonly writtenBy: string
  readonly writtenAt: Temporal.Instant
  readonly removedBy: string | null
  readonly removedAt: Temporal.Instant | null
}
