import { reason } from '../../kernel/index.ts'

export const unknownMember = reason({
  kind: 'validation_failed',
  code: 'unknown_member',
  when: 'The body has no such member; the message names the nearest.',
  message: (unknown: string, hint: string) =>
    `There is no member ${JSON.stringify(unknown)} in the body. ${hint}`,
  errors: (field) => [{ code: 'invalid_value', field, rules: ['unknown'] }],
  example: ['colour', 'Remove it.'],
})

/** What is wrong with a moment. */
export const notAMoment = reason({
  kind: 'validation_failed',
  code: 'not_a_moment',
  when: 'It is not a date with a time and an offset.',
  message: (field: string) => `${field} must be a moment such as 2028-12-31T11:00:00Z.`,
  errors: (field) => [{ code: 'invalid_value', field, rules: ['iso_datetime'] }],
  example: ['at'],
})

export const uploadTooLarge = reason({
  kind: 'body_too_large',
  code: 'upload_too_large',
  label: 'too_large',
  when: 'The file is larger than an upload may be.',
  message: (mebibytes: number) =>
    `The file is larger than ${mebibytes} MiB. Import it in parts with mode=merge.`,
  example: [1024],
})

export const uploadLost = reason({
  kind: 'malformed_request',
  code: 'upload_lost',
  when: 'The connection ended before the body did.',
  message: 'The connection was lost before all of the body had come. Nothing was changed.',
})
