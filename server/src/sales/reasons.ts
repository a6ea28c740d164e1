import { exampleIds, reason } from '../kernel/index.ts'

export const languageNotSupported = reason({
  kind: 'unsupported_language',
  code: 'unsupported_language',
  when: 'The product is not sold in this language.',
  message: (language: string, spoken: readonly string[]) =>
    `The language ${language} is not supported. This product speaks ${spoken.join(', ')}.`,
  example: ['fr', ['en', 'de']],
})
export const statusChanged = reason({
  kind: 'payment_not_allowed',
  code: 'status_changed',
  when: 'Another request was faster, and the policy is not to be paid any more.',
  message: (id: string) =>
    `Policy ${id} does not allow a payment: its status has changed meanwhile.`,
  example: [exampleIds.policy],
})
