import {
  type AccountId,
  type MassEndorsementId,
  type NextTermEndorsementId,
  type PolicyId,
  deepMerge,
} from '../../kernel/index.ts'
import { type GivenForTerm, nothingGiven } from '../renewal.ts'

/**
 * A change that counts from the first day of the next term. It is pending until the policy has that term,
 * or somebody revokes it, or the term never comes.
 */
export const nextTermEndorsementStates = ['pending', 'applied', 'revoked', 'voided'] as const
export type NextTermEndorsementState = (typeof nextTermEndorsementStates)[number]

/** Why it came to nothing. */
export const voidReasons = [
  'declined',
  'not_accepted',
  'blocked',
  'knocked_out',
  'cancelled',
  'price_held',
] as const
export type VoidReason = (typeof voidReasons)[number]

export interface NextTermEndorsement extends GivenForTerm {
  readonly id: NextTermEndorsementId
  readonly policyId: PolicyId
  /** Of the next term. */
  readonly firstDay: Temporal.PlainDate
  readonly state: NextTermEndorsementState
  readonly recordedBy: AccountId
  readonly recordedAt: Temporal.Instant
  /** When it ceased to be pending; null while it is. */
  readonly endedAt: Temporal.Instant | null
  readonly voidReason: VoidReason | null
  /** The indexation that raises an answer by it; null where somebody endorsed the policy. */
  readonly massEndorsementId: MassEndorsementId | null
}

/** The values of several, of which the later ones win. */
export function mergedValues(all: readonly GivenForTerm[]): GivenForTerm {
  return all.reduce(
    (before, { answers, data }) => ({
      answers: deepMerge(before.answers, answers),
      data: deepMerge(before.data, data),
    }),
    nothingGiven,
  )
}
