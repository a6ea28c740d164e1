import type { Static } from 'typebox'
import {
  type FoundRenewal,
  type RenewalProblem,
  problemTexts,
  unpriced,
} from '../../renewals/index.ts'
import type { Links } from '../links.ts'
import type { renewalSchema } from './renewal.ts'
import { timestampOf } from '../wire/timestamp.ts'

/**
 * The renewal with links to accept or decline it; these contain the token of the notice, if known.
 */
export function viewRenewal(
  { policy, firstDay, renewal }: FoundRenewal,
  token: string | null,
  to: Links,
): Static<typeof renewalSchema> {
  const shown = renewal ?? unpriced(policy, firstDay)
  const { id } = policy
  const method = 'POST' as const
  // An offer stays `offered` when the policy ends: then there is nothing to decide.
  const isInForce = policy.status === 'paid'
  const isOffered = isInForce && shown.state === 'offered'
  const isUndecided = ['scheduled', 'offered', 'blocked', 'knocked_out'].includes(shown.state)
  return {
    policy_id: id,
    state: shown.state,
    kind: shown.kind,
    first_day: shown.firstDay.toString(),
    last_day: shown.lastDay?.toString() ?? null,
    currency: policy.currency,
    gross_payment_amount_before: shown.paymentBefore,
    gross_payment_amount: shown.paymentAfter,
    product_version_id: shown.productVersionId,
    subscription_plan_id: shown.planId,
    // An offer that is void has no price any more.
    quote_id: shown.state === 'scheduled' ? null : shown.quoteId,
    problems: shown.problems.map(viewProblem),
    offered_at: timestampOf(shown.offeredAt),
    decided_at: timestampOf(shown.decidedAt),
    _links: {
      policy: to.policy(id),
      ...(isOffered && { accept: { ...to.decideRenewal(id, 'accept', token), method } }),
      ...(isInForce &&
        isUndecided && { decline: { ...to.decideRenewal(id, 'decline', token), method } }),
    },
  }
}

export function viewProblem(problem: RenewalProblem) {
  const error = 'error' in problem ? problem.error : null
  return {
    code: problem.code,
    field: error?.field ?? null,
    path: error?.path ?? null,
    rules: [...(error?.rules ?? [])],
    ...problemTexts[problem.code],
  }
}
