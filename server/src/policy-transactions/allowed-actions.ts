import type { Refusal } from '../kernel/index.ts'
import type { Viewer } from '../identity/index.ts'
import type { LifeSettings } from '../products/index.ts'
import type { Policy } from '../policies/index.ts'
import { adjustment } from './kinds/adjustment/adjustment.ts'
import { cancellation } from './kinds/cancellation.ts'
import { endMove } from './kinds/end-move.ts'
import { correction, endorsement } from './kinds/endorsement/endorsement.ts'
import { reinstatement } from './kinds/reinstatement.ts'
import { renewal } from './kinds/renewal.ts'
import { withdrawal } from './kinds/withdrawal/withdrawal.ts'
import type { WithdrawalRight } from './kinds/withdrawal/withdrawal-period.ts'
import type { PolicyActionRule } from './kind.ts'
import { type TransactionRequest, assertRequestable } from './request.ts'
import { situationAt } from './situation.ts'

/**
 * What a person can do to a policy. A correction is an endorsement that counts from a day in the past; a
 * renewal is accepted or declined.
 */
export const policyActions = [
  'endorsement',
  'correction',
  'adjustment',
  'cancellation',
  'end_move',
  'withdrawal',
  'reinstatement',
  'renewal',
] as const
export type PolicyAction = (typeof policyActions)[number]

/**
 * What is allowed when, and to whom: the one table that decides it, for transactions, for their previews
 * and for the links of a policy.
 */
export const allowedActions: Readonly<Record<PolicyAction, PolicyActionRule>> = {
  endorsement,
  correction,
  adjustment,
  cancellation,
  end_move: endMove,
  withdrawal,
  reinstatement,
  renewal,
}

/** Why something is not allowed on this policy now; null if it is. */
export function refusalOfAction(
  action: PolicyAction,
  policy: Policy,
  now: Temporal.Instant,
): Refusal | null {
  return allowedActions[action].allowedIn[situationAt(policy, now)]?.(policy.id) ?? null
}

/** Refuses what is not allowed, and a caller who has not seen the policy as it is. */
export function assertActionRequestable(
  action: PolicyAction,
  policy: Policy,
  request: Pick<TransactionRequest, 'ifMatch'>,
  now: Temporal.Instant,
): void {
  assertRequestable(allowedActions[action].allowedIn, policy, request, now)
}

/** What a product says about who may do what, and until when. */
export interface OpenTerms {
  readonly life: LifeSettings
  /** Null where the product gives no right of withdrawal, or where nobody asks about it. */
  readonly withdrawalRight: WithdrawalRight | null
  /** The day for which a policy that lapsed had been cancelled before; null where nobody asks about it. */
  readonly endsOn: Temporal.PlainDate | null
}

/** Why each action is refused to this caller now; null for what is open. */
export function refusalsOf(
  caller: Viewer,
  policy: Policy,
  terms: OpenTerms,
  now: Temporal.Instant,
): Readonly<Record<PolicyAction, Refusal | null>> {
  const situation = situationAt(policy, now)
  const asked = { caller, policy, ...terms, now }
  const refusalOf = ({ allowedIn, isOpenTo, whyClosed }: PolicyActionRule) => {
    const refuse = allowedIn[situation]
    if (refuse !== null) return refuse(policy.id)
    return isOpenTo(asked) ? null : (whyClosed?.(asked) ?? null)
  }
  const entries = policyActions.map((action) => [action, refusalOf(allowedActions[action])])
  return Object.fromEntries(entries) as Record<PolicyAction, Refusal | null> // Of all actions.
}

/** What this caller may do to the policy now. */
export function actionsOpenTo(
  caller: Viewer,
  policy: Policy,
  terms: OpenTerms,
  now: Temporal.Instant,
): PolicyAction[] {
  const situation = situationAt(policy, now)
  return policyActions.filter((action) => {
    const { allowedIn, isOpenTo } = allowedActions[action]
    return allowedIn[situation] === null && isOpenTo({ caller, policy, ...terms, now })
  })
}
