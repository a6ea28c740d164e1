import { exampleIds, notFound, reason } from '../../kernel/index.ts'

export const payoutNotFound = notFound('Payout', {
  code: 'payout_not_found',
  when: 'There is no such payout.',
  example: exampleIds.payout,
})
export const payoutBatchNotFound = notFound('Payout batch', {
  code: 'payout_batch_not_found',
  when: 'There is no such batch of payouts.',
  example: exampleIds.payoutBatch,
})

const whatItIs: Readonly<Record<string, string>> = {
  needs_account: 'it has no account yet. Set its account first',
  pending: 'it was not given to the bank. Export it first',
  exported: 'it was given to the bank. Record it as done or failed',
  done: 'it was paid. If the bank sent it back, record it as returned',
  cancelled: 'it was cancelled',
}
export const payoutClosed = reason({
  kind: 'not_open',
  code: 'payout_not_possible',
  when: 'The state of the payout does not allow this.',
  message: (id: string, state: string) =>
    `Payout ${id} does not allow this: ${whatItIs[state] ?? `it is ${state}`}.`,
  example: [exampleIds.payout, 'done'],
})
export const payoutNotReleased = reason({
  kind: 'not_open',
  code: 'payout_not_released',
  when: 'The amount needs a second person, and nobody has released the payout yet.',
  message: (id: string) =>
    `Payout ${id} needs a second person. Request its release with POST /manage/approvals.`,
  example: [exampleIds.payout],
})
export const paidInFuture = reason({
  kind: 'validation_failed',
  code: 'paid_in_future',
  when: 'The day on which the payout was paid is in the future.',
  message: (today: Temporal.PlainDate) =>
    `The payout cannot have been paid after today, ${today}. Send the day on which the bank paid it.`,
  errors: (_today) => [{ code: 'invalid_value', field: 'paid_on' }],
  example: [Temporal.PlainDate.from('2028-11-20')],
})
export const memberNotForOutcome = reason({
  kind: 'validation_failed',
  code: 'member_not_for_outcome',
  when: 'The request has a member that the outcome does not use, or lacks the `note` that it needs.',
  message: (member: string, outcome: string, isMissing: boolean) =>
    isMissing
      ? `The outcome ${outcome} needs a ${member}. Say what happened.`
      : `${member} does not belong to the outcome ${outcome}. Leave it out.`,
  errors: (member, _outcome, isMissing) => [
    { code: isMissing ? 'required' : 'invalid_value', field: member },
  ],
  example: ['note', 'failed', true],
})
export const noPayouts = reason({
  kind: 'not_open',
  code: 'nothing_to_export',
  when: 'No payout is ready for the bank: none is pending, or all need to be released.',
  message: (held: number) =>
    held === 0
      ? 'No payout is ready for the bank.'
      : `No payout is ready for the bank: ${held} need to be released by a second person first.`,
  example: [0],
})
export const batchDownloaded = reason({
  kind: 'not_open',
  code: 'batch_downloaded_before',
  when: 'The file of the batch was downloaded before, and `again` is not true.',
  message: (id: string) =>
    `The file of batch ${id} was downloaded before. Make sure that the bank does not have it, and send again=true.`,
  example: [exampleIds.payoutBatch],
})
export const noCredit = reason({
  kind: 'not_open',
  code: 'no_credit',
  when: 'The customer has no credit that can be paid out.',
  message: (id: string) => `The customer of policy ${id} has no credit that can be paid out.`,
  example: [exampleIds.policy],
})
export const creditTooSmall = reason({
  kind: 'validation_failed',
  code: 'credit_too_small',
  when: 'The amount is more than the credit that can be paid out.',
  message: (amount: number, payable: number) =>
    `The amount ${amount} is more than the credit of ${payable} that can be paid out. Send less.`,
  errors: (_amount, _payable) => [{ code: 'invalid_value', field: 'amount' }],
  example: [900_000_000, 100_000_000],
})
