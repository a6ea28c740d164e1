import { reason } from '../../kernel/index.ts'

export const noCsv = reason({
  kind: 'media_type_not_supported',
  code: 'no_csv',
  when: 'There is no Content-Type.',
  message: 'Send the file as text/csv.',
})
