import type { CustomerId, MandateLinkId, MandateSetupId, PolicyId } from '../kernel/index.ts'

/**
 * What a customer does by a mandate link: confirm a new means of payment at a provider, without paying
 * anything. `ok` gives the mandate. One that failed gives it late, if its provider reports so and
 * nothing newer was given.
 */
export interface MandateSetup {
  readonly id: MandateSetupId
  readonly policyId: PolicyId
  readonly linkId: MandateLinkId
  readonly provider: string
  readonly method: string
  readonly status: 'pending' | 'ok' | 'failed'
  /** What the provider needs, from before the first call on. */
  readonly reference: string | null
  readonly errorCode: string | null
  readonly reason: string | null
  /** How many mandates the policy had had when it was begun: with one more, it is superseded. */
  readonly mandatesBefore: number
  /** The policyholder who began it: once the policy is another's, it is superseded. */
  readonly customerId: CustomerId
  readonly createdAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | null
}
