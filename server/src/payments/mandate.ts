import type { MandateId, MandateSetupId, PaymentId, PolicyId } from '../kernel/index.ts'

/** An `active` one lets us collect. It ends once: `replaced` by a later one, `revoked`, or `declined` for good. */
export type MandateState = 'active' | 'replaced' | 'revoked' | 'declined'

/**
 * Who revoked a mandate: the `provider` reports that it exists no longer, or the insurer or distributor
 * revoked it for the customer.
 */
export const mandateRevokers = ['provider', 'account'] as const

/** How a mandate ends. */
export type MandateEnd =
  | { readonly state: 'replaced' | 'declined'; readonly reason: string | null }
  | {
      readonly state: 'revoked'
      readonly revokedBy: (typeof mandateRevokers)[number]
      readonly reason: string | null
    }

/** The permission to collect instalments. The provider's reference is stored sealed. */
export interface Mandate {
  readonly id: MandateId
  readonly policyId: PolicyId
  readonly provider: string
  readonly method: string
  /** What the provider shows of the means of payment, such as the last digits of a card. */
  readonly hint: string | null
  /** What the customer's bank shows of a debit: the reference of the mandate, and the creditor. */
  readonly shownReference: string | null
  readonly creditorId: string | null
  readonly state: MandateState
  readonly reason: string | null
  /** Null unless it was revoked. */
  readonly revokedBy: (typeof mandateRevokers)[number] | null
  /** The payment that it came with; null where it was given without one. */
  readonly givenBy: PaymentId | null
  /** What the customer did by a mandate link, where it was given without a payment. */
  readonly setUpBy: MandateSetupId | null
  readonly createdAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | null
}
