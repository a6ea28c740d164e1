import { type FieldError, exampleIds, reason } from '../kernel/index.ts'

export const notToBeRenewed = reason({
  kind: 'not_found',
  code: 'no_renewal',
  when: 'No term follows the current one.',
  message: (id: string) => `Policy ${id} has no renewal: no term follows the current one.`,
  example: [exampleIds.policy],
})
export const renewalTokenUnknown = reason({
  kind: 'not_found',
  code: 'renewal_token_unknown',
  when: 'The token is not the one of the last renewal notice of this policy.',
  message: 'There is no such renewal.',
})
export const notOfferedYet = reason({
  kind: 'modification_in_progress',
  code: 'renewal_not_offered',
  when: 'The next term has no price yet, or is being priced again.',
  message: (id: string) =>
    `The renewal of policy ${id} is not offered yet: its next term is not priced. Try again later.`,
  example: [exampleIds.policy],
})
export const renewalDeclined = reason({
  kind: 'too_late',
  code: 'renewal_declined',
  when: 'The renewal is already declined.',
  message: (id: string) => `The renewal of policy ${id} was declined. Sell a new policy.`,
  example: [exampleIds.policy],
})
export const renewalAccepted = reason({
  kind: 'too_late',
  code: 'renewal_accepted',
  when: 'The renewal is already accepted.',
  message: (id: string) =>
    `The renewal of policy ${id} was accepted. Cancel the policy with the last day of its term instead.`,
  example: [exampleIds.policy],
})
export const renewalNotPossible = reason({
  kind: 'too_late',
  code: 'renewal_not_possible',
  when: 'The renewal is blocked or knocked out.',
  message: (id: string, state: 'blocked' | 'knocked_out') =>
    state === 'blocked'
      ? `The renewal of policy ${id} is blocked and cannot be accepted. View the renewal to see its problems.`
      : `The renewal of policy ${id} is knocked out and cannot be accepted: the product no longer accepts this risk. Retry the renewal once the product does.`,
  example: [exampleIds.policy, 'knocked_out'],
})
export const renewalTooLate = reason({
  kind: 'too_late',
  code: 'renewal_too_late',
  when: 'The next term has begun, or would have begun.',
  message: (id: string, day: string) =>
    `The renewal of policy ${id} can no longer be accepted or declined. This was possible until its next term, which begins on ${day}.`,
  example: [exampleIds.policy, '2030-01-01'],
})
export const renewalPlanNotPossible = reason({
  kind: 'validation_failed',
  code: 'renewal_plan_not_possible',
  when: 'The next term has no price with the chosen payment plan.',
  message: (planId: string) =>
    `The next term cannot be priced with the payment plan ${planId}. Choose another one, or accept the renewal as it is offered.`,
  errors: (): FieldError[] => [
    { code: 'invalid_value', field: 'subscription_plan_id', rules: ['same'] },
  ],
  example: [exampleIds.plan],
})
export const nextTermEndorsementUnknown = reason({
  kind: 'not_found',
  code: 'next_term_endorsement_unknown',
  when: 'The policy has no such endorsement of its next term.',
  message: (id: string) => `There is no endorsement ${id} of the next term.`,
  example: [exampleIds.nextTermEndorsement],
})
export const nextTermEndorsementEnded = reason({
  kind: 'too_late',
  code: 'next_term_endorsement_ended',
  when: 'The endorsement of the next term is applied, revoked or void.',
  message: (id: string, state: string) =>
    `The endorsement ${id} of the next term is ${state}. Only a pending one can be revoked.`,
  example: [exampleIds.nextTermEndorsement, 'revoked'],
})
export const nothingToRetry = reason({
  kind: 'too_late',
  code: 'renewal_not_blocked',
  when: 'The renewal is neither blocked nor knocked out.',
  message: (id: string, state: string) =>
    `The renewal of policy ${id} is ${state}. Only a blocked or knocked-out renewal can be retried.`,
  example: [exampleIds.policy, 'scheduled'],
})
