import type { EventType } from '../events/index.ts'
import type { PolicyVersion } from './policy-version.ts'

/** What is told of an order, when it comes and when it is done or could not be. */
interface OrderNews {
  readonly requested: EventType & `${string}_requested`
  readonly done: EventType
  readonly failed: EventType
}

const news = {
  change: {
    requested: 'policy.change_requested',
    done: 'policy.changed',
    failed: 'policy.change_failed',
  },
  cancellation: {
    requested: 'policy.cancellation_requested',
    done: 'policy.cancelled',
    failed: 'policy.cancellation_failed',
  },
} as const satisfies Partial<Record<PolicyVersion['kind'], OrderNews>>

export function newsOf(kind: PolicyVersion['kind']): (typeof news)[keyof typeof news] {
  if (kind !== 'change' && kind !== 'cancellation') throw new Error(`nobody orders a ${kind}`)
  return news[kind]
}
