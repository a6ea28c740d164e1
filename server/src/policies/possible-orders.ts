import { type PolicyId, Refusal } from '../kernel/index.ts'
import { type Lifetime, type Policy, statusAt } from './policy.ts'
import { alreadyCancelled, modificationInProgress, notPaid, policyExpired } from './reasons.ts'

/** What can be ordered of a policy. */
export const orderKinds = ['cancellation'] as const
export type OrderKind = (typeof orderKinds)[number]

/** How a policy stands, as far as orders are concerned. */
export const situations = ['offered', 'in_force', 'in_progress', 'cancelled', 'expired'] as const
export type Situation = (typeof situations)[number]

/** Why an order is not possible; null where it is. */
type WhyNot = ((id: PolicyId) => Refusal) | null

/**
 * What may be done to a policy when: the one table that decides it, for orders, for their previews
 * and for what a policy's links name.
 */
export const possibleOrders: Readonly<Record<OrderKind, Readonly<Record<Situation, WhyNot>>>> = {
  cancellation: {
    offered: (id) => notPaid(id, 'cancelled'),
    in_force: null,
    in_progress: modificationInProgress,
    cancelled: alreadyCancelled,
    expired: (id) => policyExpired(id, 'cancelled'),
  },
}

/** What the situation at a moment depends on. */
type Standing = Lifetime & Pick<Policy, 'isLocked'>

export function situationAt(policy: Standing, now: Temporal.Instant): Situation {
  const status = statusAt(policy, now)
  switch (status) {
    case 'ready':
    case 'accepted':
      return 'offered'
    case 'paid':
      return policy.isLocked ? 'in_progress' : 'in_force'
    case 'cancelled':
      return policy.isLocked ? 'in_progress' : 'cancelled'
    case 'expired':
      return status
  }
}

/** Refuses what cannot be ordered of this policy now. */
export function assertPossible(kind: OrderKind, policy: Policy, now: Temporal.Instant): void {
  const whyNot = possibleOrders[kind][situationAt(policy, now)]
  if (whyNot !== null) throw whyNot(policy.id)
}
