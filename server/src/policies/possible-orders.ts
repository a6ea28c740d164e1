import { type PolicyId, Refusal } from '../kernel/index.ts'
import { type Lifetime, type Policy, statusAt } from './policy.ts'
import {
  alreadyCancelled,
  modificationInProgress,
  notCancelled,
  notPaid,
  policyCancelled,
  policyExpired,
} from './reasons.ts'

/**
 * What can be ordered of a policy. A correction is a change that counts from a day in the past; a
 * renewal is accepted or declined.
 */
export const orderKinds = [
  'change',
  'correction',
  'cancellation',
  'reinstatement',
  'renewal',
] as const
export type OrderKind = (typeof orderKinds)[number]

/** How a policy stands, as far as orders are concerned. */
export const situations = ['offered', 'in_force', 'in_progress', 'cancelled', 'expired'] as const
export type Situation = (typeof situations)[number]

/** Why an order is not possible; null where it is. */
type WhyNot = ((id: PolicyId) => Refusal) | null

const isPaidOnly = {
  offered: (deed: string) => (id: PolicyId) => notPaid(id, deed),
  cancelled: (deed: string) => (id: PolicyId) => policyCancelled(id, deed),
  expired: (deed: string) => (id: PolicyId) => policyExpired(id, deed),
}

/**
 * What may be done to a policy when: the one table that decides it, for orders, for their previews
 * and for what a policy's links name.
 */
export const possibleOrders: Readonly<Record<OrderKind, Readonly<Record<Situation, WhyNot>>>> = {
  change: {
    offered: isPaidOnly.offered('changed'),
    in_force: null,
    in_progress: modificationInProgress,
    cancelled: isPaidOnly.cancelled('changed'),
    expired: isPaidOnly.expired('changed'),
  },
  correction: {
    offered: isPaidOnly.offered('corrected'),
    in_force: null,
    in_progress: modificationInProgress,
    cancelled: isPaidOnly.cancelled('corrected'),
    expired: isPaidOnly.expired('corrected'),
  },
  cancellation: {
    offered: isPaidOnly.offered('cancelled'),
    in_force: null,
    in_progress: modificationInProgress,
    cancelled: alreadyCancelled,
    expired: isPaidOnly.expired('cancelled'),
  },
  reinstatement: {
    offered: notCancelled,
    in_force: notCancelled,
    in_progress: modificationInProgress,
    cancelled: null,
    expired: notCancelled,
  },
  renewal: {
    offered: isPaidOnly.offered('renewed'),
    in_force: null,
    in_progress: modificationInProgress,
    cancelled: isPaidOnly.cancelled('renewed'),
    expired: isPaidOnly.expired('renewed'),
  },
}

/** What the situation at a moment depends on. */
type Asked = Lifetime & Pick<Policy, 'isLocked'>

export function situationAt(policy: Asked, now: Temporal.Instant): Situation {
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
