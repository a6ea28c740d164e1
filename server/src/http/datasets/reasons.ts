import { reason } from '../../kernel/index.ts'

export const wrongImportType = reason({
  kind: 'media_type_not_supported',
  code: 'wrong_import_type',
  when: 'The header Content-Type is missing.',
  message: 'Send the file as text/csv or application/x-ndjson.',
})
