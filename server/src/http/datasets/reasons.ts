import { reason } from '../../kernel/index.ts'

/** What is wrong with a file that is imported. */
export const wrongImportType = reason({
  kind: 'media_type_not_supported',
  code: 'wrong_import_type',
  when: 'There is no Content-Type.',
  message: 'Send the file as text/csv or application/x-ndjson.',
})
