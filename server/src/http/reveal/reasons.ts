import { reason } from '../../kernel/index.ts'

export const fieldNotMasked = reason({
  kind: 'validation_failed',
  code: 'field_not_masked',
  when: 'The record has no such masked field; the message names the nearest one.',
  message: (record: string, field: string, hint: string) =>
    `The ${record} has no masked field ${JSON.stringify(field.slice(0, 60))}. ${hint}`,
  errors: (_record) => [{ code: 'invalid_value', field: 'field', rules: ['in'] }],
  example: ['policy', 'data.fone', 'Did you mean data.phone?'],
})
