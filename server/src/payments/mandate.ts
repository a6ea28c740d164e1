import type { MandateId, PaymentId, PolicyId } from '../kernel/index.ts'

/**
 * An `active` one lets us collect. It ends once: `replaced` by the one of a later payment, `revoked`
 * as the provider said, or `declined` for good.
 */
export type MandateState = 'active' | 'replaced' | 'revoked' | 'declined'

/** The permission to collect instalments. The provider's reference is stored sealed. */
export interface Mandate {
  readonly id: MandateId
  readonly policyId: PolicyId
  readonly provider: string
  readonly method: string
  readonly state: MandateState
  readonly reason: string | null
  /** The payment that it came with. */
  readonly givenBy: PaymentId
  readonly createdAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | null
}
