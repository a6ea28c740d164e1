import { reason } from '../../../kernel/index.ts'

/** Errors in a multipart folder. */
export const noFileName = reason({
  kind: 'validation_failed',
  code: 'no_file_name',
  when: 'A part of a multipart body has no file name.',
  message: (part: string) =>
    `The part ${part} has no file name. Send its path in the folder as filename.`,
  errors: (_part) => [{ code: 'invalid_value', field: 'files', rules: ['file_name'] }],
  example: ['files'],
})

export const fileTwice = reason({
  kind: 'validation_failed',
  code: 'file_twice',
  when: 'Two parts of a multipart body have the same file name.',
  message: (path: string) => `The body contains the file ${path} twice.`,
  errors: (path) => [{ code: 'invalid_value', field: `files.${path}`, rules: ['unique'] }],
  example: ['product.yaml'],
})

export const notMultipart = reason({
  kind: 'malformed_request',
  code: 'not_multipart',
  when: 'A multipart body cannot be parsed.',
  message: 'The request body is not valid multipart/form-data, or is incomplete.',
})

export const folderTooLarge = reason({
  kind: 'body_too_large',
  code: 'folder_too_large',
  when: 'A multipart body has too many files, or too large ones.',
  message: (what: 'file' | 'folder', limit: string) => `A ${what} may have ${limit} at most.`,
  example: ['folder', '2000 files'],
})
