import type { ContentId, CustomerId, PartyId, PolicyId } from '../kernel/index.ts'

/** What a person is to a policy. The policyholder is named by the policy itself. */
export const partyRoles = ['policyholder', 'insured', 'payer', 'beneficiary'] as const
export type PartyRole = (typeof partyRoles)[number]

/** The roles that are given to persons besides the policyholder. */
export const namedRoles = ['insured', 'payer', 'beneficiary'] as const
export type NamedRole = (typeof namedRoles)[number]

/** A person in a role, from one day to another. A row never changes but that it ends, once. */
export interface Party {
  readonly id: PartyId
  readonly policyId: PolicyId
  readonly role: PartyRole
  /** Of a policyholder. */
  readonly customerId: CustomerId | null
  /** Of a former policyholder: where the names are. The present one has those of the policy. */
  readonly contentId: ContentId | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  /** An ISO 8601 date. */
  readonly birthDate: string | null
  readonly fromDay: Temporal.PlainDate
  /** The last day; null until the party is ended. */
  readonly untilDay: Temporal.PlainDate | null
  /** Null for the policyholder of the sale, as is who set it. */
  readonly reason: string | null
  readonly setBy: string | null
  readonly createdAt: Temporal.Instant
  readonly endedReason: string | null
  readonly endedBy: string | null
  readonly endedAt: Temporal.Instant | null
}

/** The persons that a policy may have had in all roles, former ones included. */
export const partiesMax = 100

/** The persons that a policy may have at one time. */
export const partiesAtOnceMax = 20
