import { reason } from '../../kernel/index.ts'

export const unknownEventType = reason({
  kind: 'validation_failed',
  code: 'unknown_event_type',
  when: 'The event type is unknown; the message names the nearest one.',
  message: (type: string, hint: string) =>
    `There is no event type ${JSON.stringify(type.slice(0, 60))}. ${hint}`,
  errors: (_type) => [{ code: 'invalid_value', field: 'type' }],
  example: ['policy.isued', 'Did you mean policy.issued?'],
})

export const unknownCursor = reason({
  kind: 'validation_failed',
  code: 'unknown_cursor',
  when: 'The feed has no such event for this account and mode.',
  message: (after: string) =>
    `The feed has no event ${JSON.stringify(after.slice(0, 60))}. Send the id of the last ` +
    'event that you read with a key of this account and mode, or `start`.',
  errors: (_after) => [{ code: 'invalid_value', field: 'after' }],
  example: ['evt_01b0acc58e20f0013c788dfafea8'],
})
