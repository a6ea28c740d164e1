import { reason } from '../../../kernel/index.ts'

export const fieldNotMasked = reason({
  kind: 'validation_failed',
  code: 'field_not_masked',
  when: 'The policy has no such masked field; the message names the nearest one.',
  message: (field: string, hint: string) =>
    `The policy has no masked field ${JSON.stringify(field.slice(0, 60))}. ${hint}`,
  errors: (_field) => [{ code: 'invalid_value', field: 'field', rules: ['in'] }],
  example: ['data.fone', 'Did you mean data.phone?'],
})
