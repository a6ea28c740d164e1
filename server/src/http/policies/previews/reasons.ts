import { reason } from '../../../kernel/index.ts'

export const oneTransaction = reason({
  kind: 'validation_failed',
  code: 'one_transaction',
  when: 'The body has no transaction, or several.',
  message:
    'Send exactly one transaction to preview: cancellation, end_move, withdrawal, endorsement, ' +
    'reinstatement or renewal.',
  errors: [
    'cancellation',
    'end_move',
    'withdrawal',
    'endorsement',
    'adjustment',
    'reinstatement',
    'renewal',
  ].map((field) => ({ code: 'required', field, rules: ['required'] })),
})
