import { exampleIds, notFound, reason } from '../../kernel/index.ts'

export const manualEntryNotFound = notFound('Manual entry', {
  code: 'manual_entry_not_found',
  when: 'The policy has no such manual entry.',
  example: exampleIds.manualEntry,
})
export const nothingCharged = reason({
  kind: 'not_open',
  code: 'nothing_charged',
  when: 'The policy was not sold: nothing was charged yet.',
  message: (id: string) => `Policy ${id} was not sold: it has no account yet.`,
  example: [exampleIds.policy],
})
export const memberMissingForKind = reason({
  kind: 'validation_failed',
  code: 'member_missing_for_kind',
  when: 'A correction has no `tax_rate` (`0` where it is not taxed), or a fee has no `text`.',
  message: (member: string, kind: string) => `A ${kind} entry needs ${member}.`,
  errors: (member, _kind) => [{ code: 'required', field: member }],
  example: ['tax_rate', 'correction'],
})
export const memberNotForKind = reason({
  kind: 'validation_failed',
  code: 'member_not_for_kind',
  when: 'The request has a member that the kind of entry does not use.',
  message: (member: string, kind: string) =>
    `${member} does not belong to a ${kind} entry. Leave it out.`,
  errors: (member, _kind) => [{ code: 'invalid_value', field: member }],
  example: ['tax_rate', 'goodwill'],
})
export const amountNotForKind = reason({
  kind: 'validation_failed',
  code: 'amount_not_for_kind',
  when: 'The amount is zero, or that of goodwill or of a fee is below zero.',
  message: (kind: string) =>
    kind === 'correction'
      ? 'The amount of a correction is above or below zero.'
      : `The amount of a ${kind} entry is above zero. To take an entry back, reverse it.`,
  errors: (_kind) => [{ code: 'invalid_value', field: 'amount' }],
  example: ['goodwill'],
})
export const correctionBeyondCharges = reason({
  kind: 'validation_failed',
  code: 'correction_beyond_charges',
  when: 'A correction would give back more than was charged.',
  message: (amount: number, charged: number) =>
    `A correction of -${amount} gives back more than the ${charged} that was charged. Enter goodwill for what was not charged.`,
  errors: (_amount, _charged) => [{ code: 'invalid_value', field: 'amount' }],
  example: [20_000_000, 146_241],
})
export const dueTooEarly = reason({
  kind: 'validation_failed',
  code: 'due_date_too_early',
  when: 'The due date leaves the customer no day to pay, or is not after the one before.',
  message: (day: Temporal.PlainDate, earliest: Temporal.PlainDate) =>
    `${day} is too early. The first possible due date is ${earliest}.`,
  errors: (_day, _earliest) => [{ code: 'invalid_value', field: 'due_date' }],
  example: [Temporal.PlainDate.from('2029-03-01'), Temporal.PlainDate.from('2029-03-02')],
})
export const entryReversed = reason({
  kind: 'not_open',
  code: 'entry_reversed',
  when: 'The entry was reversed before, or its fee was given up.',
  message: (id: string) => `Entry ${id} was taken back already.`,
  example: [exampleIds.manualEntry],
})
export const entryIsReversal = reason({
  kind: 'not_open',
  code: 'entry_is_reversal',
  when: 'The entry is itself a reversal. Make a new entry instead.',
  message: (id: string) => `Entry ${id} is a reversal. Make a new entry instead.`,
  example: [exampleIds.manualEntry],
})
export const goodwillUsed = reason({
  kind: 'not_open',
  code: 'goodwill_used',
  when: 'The goodwill has paid for something or was paid out, so that it cannot be taken back.',
  message: (id: string, amount: number, credit: number) =>
    `The goodwill ${id} of ${amount} cannot be taken back: the customer has only ${credit} of it as credit.`,
  example: [exampleIds.manualEntry, 2000, 0],
})
export const dueTooLate = reason({
  kind: 'validation_failed',
  code: 'due_date_too_late',
  when: 'An invoice is deferred by more than a year.',
  message: (day: Temporal.PlainDate, last: Temporal.PlainDate) =>
    `${day} is too late. The last possible due date is ${last}.`,
  errors: (_day, _last) => [{ code: 'invalid_value', field: 'due_date' }],
  example: [Temporal.PlainDate.from('2031-03-01'), Temporal.PlainDate.from('2030-02-28')],
})
