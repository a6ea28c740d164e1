import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const webhookNotFound = notFound('Webhook', {
  code: 'webhook_not_found',
  when: 'You have no such endpoint in this mode.',
  example: exampleIds.webhook,
})
export const urlNotAllowed = reason({
  kind: 'validation_failed',
  code: 'url_not_allowed',
  when: 'The URL is not valid, or messages may not be sent there. The message says why.',
  message: (message: string, fix: string) => `${message} ${fix}`,
  errors: (_message, _fix) => [{ code: 'invalid_value', field: 'url', rules: ['url'] }],
  example: [
    '10.0.0.7 is a private address.',
    'Use a public address, or let the operator set WEBHOOKS_PRIVATE=allow.',
  ],
})
export const headerNotAllowed = reason({
  kind: 'validation_failed',
  code: 'header_not_allowed',
  when: 'A legacy header has a reserved name, or two of them have the same name.',
  message: (name: string) =>
    `The header name ${name} cannot be used. Use three different names of letters, digits and dashes, such as X-Acme-Event.`,
  errors: (_name) => [{ code: 'invalid_value', field: 'legacy_headers' }],
  example: ['Content-Type'],
})
export const tooManyWebhooks = reason({
  kind: 'validation_failed',
  code: 'too_many_webhooks',
  when: 'You have the maximum number of endpoints in this mode.',
  message: (max: number) => `You have ${max} webhooks, which is the limit. Delete one first.`,
  example: [50],
})
export const eventNotFound = notFound('Event', {
  code: 'event_not_found',
  when: 'You have no such event in this mode.',
  example: exampleIds.event,
})
export const resendOneThing = reason({
  kind: 'validation_failed',
  code: 'resend_one_thing',
  when: 'Not exactly one of event_id, failed, and from with until was sent, or the range is empty.',
  message:
    'Choose the events to send again: send event_id, or failed: true, or from with a later until.',
})
