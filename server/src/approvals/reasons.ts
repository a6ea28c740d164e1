import { type FieldError, type Refusal, exampleIds, notFound, reason } from '../kernel/index.ts'

export const secondPersonRequired = reason({
  kind: 'not_permitted',
  code: 'second_person_required',
  when: 'The account requires a second person for this act.',
  message:
    'This needs a second person. Request it with POST /manage/approvals; somebody else then approves it.',
})
export const approvalNotFound = notFound('The request for approval', {
  code: 'approval_not_found',
  when: 'You see no such request.',
  example: 'apr_01b0acc58e20b2f5cb6ba6d8b0de',
})
export const approvalNotPending = reason({
  kind: 'not_open',
  code: 'approval_not_pending',
  when: 'The request was decided, was withdrawn or has expired.',
  message: (id: string, status: string) =>
    `The request ${id} is ${status}. Only a pending request can be decided.`,
  example: ['apr_01b0acc58e20b2f5cb6ba6d8b0de', 'declined'],
})
export const ownRequest = reason({
  kind: 'not_permitted',
  code: 'own_request',
  when: 'The caller has requested it themselves.',
  message: 'You have requested this yourself. Another person has to approve it.',
})
export const requestOfOther = reason({
  kind: 'not_permitted',
  code: 'request_of_other',
  when: 'Somebody else has requested it.',
  message: 'Only the person who made the request can withdraw it. You can decline it.',
})
export const approvalNeedsPerson = reason({
  kind: 'not_permitted',
  code: 'approval_needs_person',
  when: 'A key was sent. Requests are made and decided by people.',
  message:
    'Two people have to agree, and a key can be in anybody’s hands. Sign in, or send a personal token.',
})
export const approvalOutdated = reason({
  kind: 'not_open',
  code: 'approval_outdated',
  when: 'The act has become another one since it was requested: its amount has changed.',
  message: (id: string) =>
    `What the request ${id} would do has changed since it was made, for example its amount. Decline it, and have it requested again.`,
  example: ['apr_01b0acc58e20b2f5cb6ba6d8b0de'],
})
export const requesterGone = reason({
  kind: 'not_open',
  code: 'requester_gone',
  when: 'The person who made the request was removed or deactivated.',
  message:
    'The person who requested this was removed or deactivated. Decline it, and request it yourself.',
})
export const actRefused = reason({
  kind: 'not_open',
  code: 'act_refused',
  when: 'The act itself is refused; the message says why, and has the code of that refusal.',
  // To an approver "you" in the message of the call would be the wrong person.
  message: ({ details }: Pick<Refusal, 'details'>) =>
    `The call is refused to the person who requests it, with ${details.code}: ${details.message}`,
  errors: ({ details }: Pick<Refusal, 'details'>) => details.errors,
  example: [
    {
      details: {
        kind: 'not_open',
        code: 'invoice_not_open',
        message: `Invoice ${exampleIds.invoice} is not open: it is settled.`,
      },
    },
  ],
})
export const callNotApprovable = reason({
  kind: 'validation_failed',
  code: 'call_not_approvable',
  when: 'The call never needs a second person, or does not exist.',
  message: (method: string, path: string) =>
    `${method} ${path} is no call that can need a second person. GET /manage/approval_rules lists the acts that can.`,
  errors: () => wrong('path', 'in'),
  example: ['POST', '/manage/webhooks'],
})
export const actWithoutAmount = reason({
  kind: 'validation_failed',
  code: 'act_without_amount',
  when: 'A limit was sent for an act that has no amount.',
  message: (act: string) => `${act} has no amount. Leave out \`above\`.`,
  errors: () => wrong('rules', 'in'),
  example: ['publishing'],
})
export const ruleTwice = reason({
  kind: 'validation_failed',
  code: 'rule_twice',
  when: 'An act has two rules, or a rule has two limits of one currency.',
  message: (what: string) => `${what} appears twice.`,
  errors: () => wrong('rules', 'unique'),
  example: ['write_offs'],
})
export const tooFewApprovers = reason({
  kind: 'not_permitted',
  code: 'too_few_approvers',
  when: 'Fewer than two people of the account may approve requests.',
  message:
    'Fewer than two people of this account have the permission approvals.decide, so nobody could approve a request. Give it to somebody else first.',
})

function wrong(field: string, rule: string): readonly FieldError[] {
  return [{ code: 'invalid_value', field, rules: [rule] }]
}
