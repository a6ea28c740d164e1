import type { PolicyId, Refusal } from '../kernel/index.ts'
import {
  type EndingCover,
  type Lifetime,
  type Policy,
  isEnding,
  statusAt,
} from '../policies/index.ts'
import {
  modificationInProgress,
  notPaid,
  policyCancelled,
  policyExpired,
  policyWithdrawn,
} from './reasons.ts'

/**
 * The situation of a policy, as far as it decides what can be requested. One that was cancelled for a
 * later day is `ending` until that day is over, and in force like any other.
 */
export const situations = [
  'offered',
  'in_force',
  'ending',
  'in_progress',
  'cancelled',
  'withdrawn',
  'expired',
] as const
export type Situation = (typeof situations)[number]

/** Why something is refused in each situation; null where it is allowed. */
export type AllowedIn = Readonly<Record<Situation, ((id: PolicyId) => Refusal) | null>>

/** What only a paid policy allows that is not cancelled and has no other transaction in progress. */
export function allowedInForce(deed: string): AllowedIn {
  return {
    offered: (id) => notPaid(id, deed),
    in_force: null,
    ending: (id) => policyCancelled(id, deed),
    in_progress: modificationInProgress,
    cancelled: (id) => policyCancelled(id, deed),
    withdrawn: (id) => policyWithdrawn(id, deed),
    expired: (id) => policyExpired(id, deed),
  }
}

/** The same, also for a policy that was cancelled for later. */
export function allowedUntilEnd(deed: string): AllowedIn {
  return { ...allowedInForce(deed), ending: null }
}

/** What the situation at a moment depends on. */
type Situated = Lifetime & EndingCover & Pick<Policy, 'isLocked' | 'withdrawnOn'>

export function situationAt(policy: Situated, now: Temporal.Instant): Situation {
  const status = statusAt(policy, now)
  switch (status) {
    case 'ready':
    case 'accepted':
      return 'offered'
    case 'paid':
      return policy.isLocked ? 'in_progress' : 'in_force'
    case 'cancelled':
      if (policy.withdrawnOn !== null) return 'withdrawn'
      if (policy.isLocked) return 'in_progress'
      return isEnding(policy, now) ? 'ending' : 'cancelled'
    case 'expired':
      return status
  }
}

/** Refuses what is not allowed on this policy now. */
export function assertAllowed(allowedIn: AllowedIn, policy: Policy, now: Temporal.Instant): void {
  const refusal = allowedIn[situationAt(policy, now)]
  if (refusal !== null) throw refusal(policy.id)
}
