import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const webhookRequestExample = {
  url: 'https://crm.alpine.example/bindery',
  description: 'The CRM',
  events: ['policy.issued', 'policy.cancelled'],
}

export const webhookExample = {
  id: ids.webhook,
  livemode: false,
  ...webhookRequestExample,
  payload: 'thin',
  legacy_headers: null,
  status: 'enabled',
  disabled_because: null,
  failing_since: null,
  created_at: moment,
}

export const shownWebhookExample = {
  ...webhookExample,
  allowed: allAllowed('change', 'delete', 'test', 'rotate', 'resend'),
}

export const newWebhookExample = {
  ...webhookExample,
  secret: 'whsec_0nB0rWqZxUe4kMSvJ7pWm2LQy8gHtCzA1uYd3oXc5Ek=',
}

export const rotatedWebhookExample = {
  ...webhookExample,
  secret: 'whsec_c2VjcmV0cyBhcmUgYmVzdCBtYWRlIGJ5IG1hY2hpbmU=',
}

export const webhookChangeExample = { events: ['*'], payload: 'full' }

export const changedWebhookExample = { ...webhookExample, ...webhookChangeExample }

export const resendExample = { failed: true }

export const resentExample = { ...webhookExample, is_nothing: false }

const attemptExample = {
  at: moment,
  duration_ms: 38,
  status: 500,
  failure: 'answered with status 500',
  answer: 'The database is being updated.',
}

export const deliveryExample = {
  id: ids.event,
  type: 'policy.issued',
  status: 'waiting',
  failures: 1,
  next_attempt_at: '2028-11-20T09:15:05+00:00',
  attempts: [attemptExample],
}

export const testAnswerExample = {
  event_id: ids.event,
  delivered: true,
  attempt: { ...attemptExample, status: 200, failure: null, answer: 'ok' },
}
