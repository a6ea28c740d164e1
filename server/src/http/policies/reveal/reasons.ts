import { reason } from '../../../kernel/index.ts'

export const fieldNotMasked = reason({
  kind: 'validation_failed',
  code: 'field_not_masked',
  when: 'The policy has no such masked field; the message names those that it has.',
  message: (field: string, masked: readonly string[]) =>
    `The policy has no masked field ${JSON.stringify(field.slice(0, 60))}. It has: ${masked.join(', ')}.`,
  errors: (_field) => [{ code: 'invalid_value', field: 'field', rules: ['in'] }],
  example: ['data.fone', ['first_name', 'last_name', 'email', 'data.phone']],
})
