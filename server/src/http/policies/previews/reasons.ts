import { reason } from '../../../kernel/index.ts'

export const oneTransaction = reason({
  kind: 'validation_failed',
  code: 'one_transaction',
  when: 'The body names no order, or several.',
  message: 'Name one order to look at: cancellation, change, reinstatement or renewal.',
  errors: ['cancellation', 'endorsement', 'reinstatement', 'renewal'].map((field) => ({
    code: 'required',
    field,
    rules: ['required'],
  })),
})
