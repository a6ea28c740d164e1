import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const declarationNotFound = notFound('Withdrawal', {
  code: 'withdrawal_not_found',
  when: 'You have received no such withdrawal in this mode.',
  example: exampleIds.declaration,
})
export const withdrawalPageNotFound = notFound('Withdrawal page', {
  code: 'withdrawal_page_not_found',
  when: 'There is no such product, or it is not published in this mode.',
  example: exampleIds.product,
})
export const declarationClosed = reason({
  kind: 'not_open',
  code: 'withdrawal_closed',
  when: 'The withdrawal was settled or refused before.',
  message: (id: string, state: string) => `Withdrawal ${id} is ${state} already.`,
  example: [exampleIds.declaration, 'refused'],
})
export const policyGoesOn = reason({
  kind: 'not_open',
  code: 'policy_goes_on',
  when: 'The policy is not cancelled. Withdraw from it, or cancel it, first.',
  message: (id: string) =>
    `Policy ${id} is not cancelled. Withdraw from it, or cancel it, before you settle the withdrawal.`,
  example: [exampleIds.policy],
})
