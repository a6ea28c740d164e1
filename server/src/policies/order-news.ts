import type { EventType, News } from '../events/index.ts'
import type { OrderedKind } from './accept-order.ts'
import type { Policy, PolicyIdentity } from './policy.ts'
import type { PolicyVersion } from './policy-version.ts'

/** What is told of an order that somebody gives: that it came, and that it failed. */
const types = {
  change: { requested: 'policy.change_requested', failed: 'policy.change_failed' },
  cancellation: {
    requested: 'policy.cancellation_requested',
    failed: 'policy.cancellation_failed',
  },
  reinstatement: {
    requested: 'policy.reinstatement_requested',
    failed: 'policy.reinstatement_failed',
  },
} as const satisfies Record<OrderedKind, Record<'requested' | 'failed', EventType>>

/** That an order came; the audit log calls it the same. */
export function requestedType(kind: OrderedKind): (typeof types)[OrderedKind]['requested'] {
  return types[kind].requested
}

export function orderFailed(
  policy: PolicyIdentity,
  { id, kind }: Pick<PolicyVersion, 'id' | 'kind'>,
  reason: string,
): News {
  switch (kind) {
    case 'change':
    case 'cancellation':
    case 'reinstatement':
      return { type: types[kind].failed, about: policy, data: { version_id: id, reason } }
    case 'offer':
    case 'lapse':
    case 'renewal':
    case 'suspension':
    case 'resumption':
      throw new Error(`nobody orders a ${kind}`)
  }
}

const fromADay = {
  change: 'policy.changed',
  renewal: 'policy.renewed',
  suspension: 'policy.suspended',
  resumption: 'policy.resumed',
} as const

/** That a version holds from now on. It never tells a person's data. */
export function orderDone(about: Policy, version: PolicyVersion): News {
  const version_id = version.id
  switch (version.kind) {
    case 'cancellation':
    case 'lapse': {
      const { termination_date } = version.change
      return { type: 'policy.cancelled', about, data: { version_id, termination_date } }
    }
    case 'reinstatement': {
      const { gap_until } = version.change
      return { type: 'policy.reinstated', about, data: { version_id, gap_until } }
    }
    case 'change':
    case 'renewal':
    case 'suspension':
    case 'resumption': {
      const effective_date = version.effectiveDay.toString()
      return { type: fromADay[version.kind], about, data: { version_id, effective_date } }
    }
    case 'offer':
      throw new Error(`nobody orders a ${version.kind}`)
  }
}

/** That a version waits until it is paid for. */
export function orderProposed(
  about: Policy,
  version: PolicyVersion,
  asked: {
    readonly amount: number
    /** How much of it was owed before. */
    readonly arrears: number
    readonly payUntil: Temporal.PlainDate
  },
): News {
  const { currency } = about
  const { amount, arrears, payUntil } = asked
  const owed = {
    version_id: version.id,
    amount,
    ...(arrears > 0 && { arrears }),
    currency,
    pay_until: payUntil.toString(),
  }
  switch (version.kind) {
    case 'change': {
      const effective_date = version.effectiveDay.toString()
      return { type: 'policy.change_proposed', about, data: { ...owed, effective_date } }
    }
    case 'reinstatement': {
      const { gap_until } = version.change
      return { type: 'policy.reinstatement_proposed', about, data: { ...owed, gap_until } }
    }
    case 'offer':
    case 'cancellation':
    case 'lapse':
    case 'renewal':
    case 'suspension':
    case 'resumption':
      throw new Error(`nobody pays for a ${version.kind}`)
  }
}
