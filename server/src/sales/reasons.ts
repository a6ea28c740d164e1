import { exampleIds, reason } from '../kernel/index.ts'

export const languageNotSupported = reason({
  kind: 'unsupported_language',
  code: 'unsupported_language',
  when: 'The product is not sold in this language.',
  message: (language: string, supported: readonly string[]) =>
    `The language ${language} is not supported. This product supports ${supported.join(', ')}.`,
  example: ['fr', ['en', 'de']],
})
export const statusChanged = reason({
  kind: 'payment_not_allowed',
  code: 'status_changed',
  when: 'Another request changed the policy first, and it can no longer be paid.',
  message: (id: string) =>
    `Policy ${id} does not allow a payment: its status has changed in the meantime.`,
  example: [exampleIds.policy],
})
