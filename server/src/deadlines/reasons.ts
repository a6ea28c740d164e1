import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const clockNotFound = notFound('Clock', {
  code: 'clock_not_found',
  when: 'The insurer has no such test clock.',
  example: exampleIds.clock,
})
export const clockNeedsTestKey = reason({
  kind: 'validation_failed',
  code: 'clock_with_live_key',
  when: 'A live key was used with a test clock.',
  message: 'Test clocks can be used with test keys only.',
})
export const clockAdvancing = reason({
  kind: 'clock_advancing',
  code: 'clock_advancing',
  when: 'The test clock is being advanced.',
  message: (id: string) => `Clock ${id} is being advanced. Try again when it is ready.`,
  example: [exampleIds.clock],
})
export const clockTurnedBack = reason({
  kind: 'validation_failed',
  code: 'clock_turned_back',
  when: 'The clock already shows this time or a later one. A clock only moves forward.',
  message: (at: string) => `A clock only moves forward: \`to\` must be after ${at}.`,
  errors: (at) => [
    { code: 'invalid_value', field: 'to', rules: ['after'], params: { after: [at] } },
  ],
  example: ['2028-11-16T14:30:00+00:00'],
})
export const clockOutOfReach = reason({
  kind: 'validation_failed',
  code: 'clock_out_of_reach',
  when: 'The time is too far in the past or in the future.',
  message: (field: string, first: string, last: string) =>
    `${field} must not be before ${first} or after ${last}.`,
  errors: (field, first, last) => [
    {
      code: 'invalid_value',
      field,
      rules: ['after_or_equal', 'before_or_equal'],
      params: { after_or_equal: [first], before_or_equal: [last] },
    },
  ],
  example: ['at', '1998-11-20T09:15:00+00:00', '2058-11-20T09:15:00+00:00'],
})
export const quotedOnAnotherClock = reason({
  kind: 'validation_failed',
  code: 'quote_of_other_clock',
  label: 'other_clock',
  when: 'The quote was made on another clock, or on none.',
  message: (id: string) => `The quote was not made on clock ${id}. Create a quote on this clock.`,
  example: [exampleIds.clock],
})
