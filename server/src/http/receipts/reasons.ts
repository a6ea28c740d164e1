import { reason } from '../../kernel/index.ts'

export const noCsv = reason({
  kind: 'media_type_not_supported',
  code: 'csv_required',
  label: 'no_csv',
  when: 'The header Content-Type is missing.',
  message: 'Send the file as text/csv.',
})
