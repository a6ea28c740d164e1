import { reason } from '../../kernel/index.ts'
import { invalidMember } from '../reasons.ts'

/** What is wrong with the query. */
export const wrongParameter = reason({
  kind: 'validation_failed',
  code: 'parameter',
  when: 'A parameter is not as described; the message names it.',
  tell: (parameter: string, wanted: string) => `The parameter ${parameter} must be ${wanted}.`,
  errors: (field) => [{ code: 'invalid_value', field }],
  example: ['limit', 'a whole number from 1 to 100'],
})
export const tooLongParameter = (field: string, lengthMax: number) =>
  invalidMember('A parameter is too long, or was sent more than once.', {
    code: 'invalid_value',
    field,
    rules: ['max'],
    params: { max: [String(lengthMax)] },
    kind: 'string',
  })
export const unknownParameter = reason({
  kind: 'validation_failed',
  code: 'unknown_parameter',
  when: 'The call has no such parameter; the message names the nearest.',
  tell: (unknown: readonly string[], hint: string) =>
    `There is no parameter ${JSON.stringify(unknown[0])} here. ${hint}`,
  errors: (unknown) =>
    unknown.map((field) => ({ code: 'invalid_value', field, rules: ['unknown'] })),
  example: [['colour'], 'There are none.'],
})
export const unknownMember = reason({
  kind: 'validation_failed',
  code: 'unknown_member',
  when: 'The body has no such member; the message names the nearest.',
  tell: (unknown: string, hint: string) =>
    `There is no member ${JSON.stringify(unknown)} in the body. ${hint}`,
  errors: (field) => [{ code: 'invalid_value', field, rules: ['unknown'] }],
  example: ['colour', 'Remove it.'],
})
export const unknownEventType = reason({
  kind: 'validation_failed',
  code: 'unknown_event_type',
  when: 'There is no such type of event; the message names the nearest.',
  tell: (type: string, hint: string) =>
    `There is no type of event ${JSON.stringify(type.slice(0, 60))}. ${hint}`,
  errors: (_type) => [{ code: 'invalid_value', field: 'type' }],
  example: ['policy.isued', 'Did you mean policy.issued?'],
})
export const unknownCursor = reason({
  kind: 'validation_failed',
  code: 'unknown_cursor',
  when: 'The feed has no such event for this account and mode.',
  tell: (after: string) =>
    `There is no event ${JSON.stringify(after.slice(0, 60))} here after which the feed could go on. Use ` +
    'the id of the last event that was read with a key of this account and mode, or `start`.',
  errors: (_after) => [{ code: 'invalid_value', field: 'after' }],
  example: ['evt_01b0acc58e20f0013c788dfafea8'],
})

/** What is wrong with a moment. */
export const notAMoment = reason({
  kind: 'validation_failed',
  code: 'not_a_moment',
  when: 'It is not a date with a time and an offset.',
  tell: (field: string) => `${field} must be a moment such as 2028-12-31T11:00:00Z.`,
  errors: (field) => [{ code: 'invalid_value', field, rules: ['iso_datetime'] }],
  example: ['at'],
})

/** What is wrong with a folder in parts. */
export const noFileName = reason({
  kind: 'validation_failed',
  code: 'no_file_name',
  when: 'A part of a multipart body has no file name.',
  tell: (part: string) =>
    `The part ${part} has no file name. Send its path in the folder as filename.`,
  errors: (_part) => [{ code: 'invalid_value', field: 'files', rules: ['file_name'] }],
  example: ['files'],
})
export const fileTwice = reason({
  kind: 'validation_failed',
  code: 'file_twice',
  when: 'Two parts of a multipart body have one file name.',
  tell: (path: string) => `There are two files ${path}.`,
  errors: (path) => [{ code: 'invalid_value', field: `files.${path}`, rules: ['unique'] }],
  example: ['product.yaml'],
})
export const notMultipart = reason({
  kind: 'malformed_request',
  code: 'not_multipart',
  when: 'A multipart body cannot be parsed.',
  tell: 'The request body is not valid multipart/form-data, or not all of it came.',
})
export const folderTooLarge = reason({
  kind: 'body_too_large',
  code: 'folder_too_large',
  when: 'A multipart body has more, or larger, files than a folder may have.',
  tell: (what: 'file' | 'folder', limit: string) => `A ${what} may have ${limit} at most.`,
  example: ['folder', '2000 files'],
})

/** What is wrong with a file that is imported. */
export const wrongImportType = reason({
  kind: 'media_type_not_supported',
  code: 'wrong_import_type',
  when: 'There is no Content-Type.',
  tell: 'Send the file as text/csv or application/x-ndjson.',
})
export const noCsv = reason({
  kind: 'media_type_not_supported',
  code: 'no_csv',
  when: 'There is no Content-Type.',
  tell: 'Send the file as text/csv.',
})
export const uploadTooLarge = reason({
  kind: 'body_too_large',
  code: 'upload_too_large',
  label: 'too_large',
  when: 'The file is larger than an upload may be.',
  tell: (mebibytes: number) =>
    `The file is larger than ${mebibytes} MiB. Import it in parts with mode=merge.`,
  example: [1024],
})
export const uploadLost = reason({
  kind: 'malformed_request',
  code: 'upload_lost',
  when: 'The connection ended before the body did.',
  tell: 'The connection was lost before all of the body had come. Nothing was changed.',
})
