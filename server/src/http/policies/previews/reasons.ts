import { reason } from '../../../kernel/index.ts'

export const oneOrder = reason({
  kind: 'validation_failed',
  code: 'one_order',
  when: 'The body names no order, or several.',
  tell: 'Name one order to look at: cancellation, change, reinstatement or renewal.',
  errors: ['cancellation', 'change', 'reinstatement', 'renewal'].map((field) => ({
    code: 'required',
    field,
    rules: ['required'],
  })),
})
