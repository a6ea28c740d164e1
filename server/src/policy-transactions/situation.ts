import type { PolicyId, Refusal } from '../kernel/index.ts'
import { type Lifetime, type Policy, statusAt } from '../policies/index.ts'
import {
  modificationInProgress,
  notPaid,
  policyCancelled,
  policyExpired,
  policyWithdrawn,
} from './reasons.ts'

/** The situation of a policy, as far as it decides what can be requested. */
export const situations = [
  'offered',
  'in_force',
  'in_progress',
  'cancelled',
  'withdrawn',
  'expired',
] as const
export type Situation = (typeof situations)[number]

/** Why something is refused in each situation; null where it is allowed. */
export type AllowedIn = Readonly<Record<Situation, ((id: PolicyId) => Refusal) | null>>

/** What only a paid policy allows that has neither ended nor another transaction in progress. */
export function allowedInForce(deed: string): AllowedIn {
  return {
    offered: (id) => notPaid(id, deed),
    in_force: null,
    in_progress: modificationInProgress,
    cancelled: (id) => policyCancelled(id, deed),
    withdrawn: (id) => policyWithdrawn(id, deed),
    expired: (id) => policyExpired(id, deed),
  }
}

/** What the situation at a moment depends on. */
type Situated = Lifetime & Pick<Policy, 'isLocked' | 'withdrawnOn'>

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
      return policy.isLocked ? 'in_progress' : 'cancelled'
    case 'expired':
      return status
  }
}

/** Refuses what is not allowed on this policy now. */
export function assertAllowed(allowedIn: AllowedIn, policy: Policy, now: Temporal.Instant): void {
  const refusal = allowedIn[situationAt(policy, now)]
  if (refusal !== null) throw refusal(policy.id)
}
