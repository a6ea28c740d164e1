import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const statementNotFound = notFound('Commission statement', {
  code: 'commission_statement_not_found',
  when: 'There is no such commission statement.',
  example: exampleIds.commissionStatement,
})
export const agreementNotLater = reason({
  kind: 'validation_failed',
  code: 'commission_agreement_not_later',
  when: 'The distributor has an agreement, and the new one does not begin after it and after today.',
  message: (day: Temporal.PlainDate, earliest: Temporal.PlainDate) =>
    `${day} is too early. The next agreement can begin on ${earliest}.`,
  errors: (_day, _earliest) => [{ code: 'invalid_value', field: 'first_day' }],
  example: [Temporal.PlainDate.from('2020-01-01'), Temporal.PlainDate.from('2028-11-21')],
})
export const nothingToState = reason({
  kind: 'validation_failed',
  code: 'nothing_to_state',
  when: 'Nothing was earned or taken back in the month.',
  message: (month: string) =>
    `Nothing was earned or taken back in ${month}. There is no statement to make.`,
  example: ['2028-10'],
})
export const statementExists = reason({
  kind: 'validation_failed',
  code: 'commission_statement_exists',
  when: 'The statement of the month, or of a later one, was made already.',
  message: (month: string) =>
    `The statement of ${month}, or of a later month, was made already. Statements never change.`,
  example: ['2028-11'],
})
export const earlierMonthOpen = reason({
  kind: 'validation_failed',
  code: 'earlier_month_not_stated',
  when: 'Something was earned in an earlier month that has no statement yet.',
  message: (month: string) => `Make the statement of ${month} first.`,
  example: ['2028-11'],
})
export const statementMonthNotOver = reason({
  kind: 'validation_failed',
  code: 'statement_month_not_over',
  when: 'The month is not over yet everywhere.',
  message: (month: string) => `${month} is not over yet. Make its statement once it has ended.`,
  example: ['2028-11'],
})
export const statementNotOpen = reason({
  kind: 'not_open',
  code: 'commission_statement_not_open',
  when: 'The statement was paid out or set off before, or its balance is carried forward.',
  message: (id: string, state: 'done' | 'carried_forward') =>
    state === 'done'
      ? `Statement ${id} is done already.`
      : `Statement ${id} has nothing to pay out: its balance is carried forward.`,
  example: [exampleIds.commissionStatement, 'done'],
})
export const doneInFuture = reason({
  kind: 'validation_failed',
  code: 'done_in_future',
  when: 'The day on which the statement was paid out or set off is in the future.',
  message: (day: Temporal.PlainDate) => `${day} is in the future. Send the day of the payment.`,
  errors: (_day) => [{ code: 'invalid_value', field: 'done_on' }],
  example: [Temporal.PlainDate.from('2040-03-01')],
})
