import { reason } from '../../kernel/index.ts'

export const unknownMember = reason({
  kind: 'validation_failed',
  code: 'unknown_member',
  when: 'The body has an unknown member; the message names the nearest known one.',
  message: (unknown: string, hint: string) =>
    `The body has an unknown member ${JSON.stringify(unknown)}. ${hint}`,
  errors: (field) => [{ code: 'invalid_value', field, rules: ['unknown'] }],
  example: ['colour', 'Remove it.'],
})

export const notAMoment = reason({
  kind: 'validation_failed',
  code: 'not_a_moment',
  when: 'The value is not a date with a time and an offset.',
  message: (field: string) =>
    `${field} must be a timestamp with an offset, such as 2028-12-31T11:00:00Z.`,
  errors: (field) => [{ code: 'invalid_value', field, rules: ['iso_datetime'] }],
  example: ['at'],
})

export const uploadTooLarge = reason({
  kind: 'body_too_large',
  code: 'upload_too_large',
  label: 'too_large',
  when: 'The file is larger than the upload limit.',
  message: (mebibytes: number) =>
    `The file is larger than ${mebibytes} MiB. Import it in parts with mode=merge.`,
  example: [1024],
})

export const uploadLost = reason({
  kind: 'malformed_request',
  code: 'upload_lost',
  when: 'The connection ended before the whole body was received.',
  message: 'The connection was lost before the whole body was received. Nothing was changed.',
})
