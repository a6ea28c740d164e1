import type { EventType } from '../events/index.ts'
import type { OrderedKind } from './accept-order.ts'
import type { PolicyVersion } from './policy-version.ts'

/** What is told of an order: that it came, that it waits to be paid for, how it ended. */
interface OrderNews {
  readonly requested: EventType
  readonly proposed: EventType | null
  readonly done: EventType
  readonly failed: EventType
}

const news = {
  change: {
    requested: 'policy.change_requested',
    proposed: 'policy.change_proposed',
    done: 'policy.changed',
    failed: 'policy.change_failed',
  },
  cancellation: {
    requested: 'policy.cancellation_requested',
    // Nobody pays for one.
    proposed: null,
    done: 'policy.cancelled',
    failed: 'policy.cancellation_failed',
  },
  reinstatement: {
    requested: 'policy.reinstatement_requested',
    proposed: 'policy.reinstatement_proposed',
    done: 'policy.reinstated',
    failed: 'policy.reinstatement_failed',
  },
  renewal: {
    requested: 'renewal.accepted',
    proposed: null,
    done: 'policy.renewed',
    failed: 'renewal.blocked',
  },
} as const satisfies Record<OrderedKind | 'renewal', OrderNews>

export function newsOf(kind: PolicyVersion['kind']): (typeof news)[keyof typeof news] {
  switch (kind) {
    case 'change':
    case 'cancellation':
    case 'reinstatement':
    case 'renewal':
      return news[kind]
    case 'offer':
    case 'lapse':
      throw new Error(`nobody orders a ${kind}`)
  }
}
