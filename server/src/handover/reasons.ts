import { exampleIds, reason } from '../kernel/index.ts'

export const handoverIncomplete = reason({
  kind: 'payment_not_allowed',
  code: 'handover_incomplete',
  when: 'The offer was made with `handover_required`, and the customer has not received all documents.',
  message: (id: string, missing: readonly string[]) =>
    `Policy ${id} cannot be paid: the customer has not received ${missing.join(', ')}. The documents of the offer are handed over when they are opened by their links, or sent by mail.`,
  example: [exampleIds.policy, ['ipid', 'terms']],
})
