import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timestamp } from '../../kernel/index.ts'
import { eventTypes } from '../../events/index.ts'
import {
  type Attempt,
  type ListedDelivery,
  type NewSecret,
  type Resent,
  type TestAnswer,
  type Webhook,
  deliveryStates,
  everyEvent,
} from '../../webhooks/index.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { ids } from '../wire/example-ids.ts'
import {
  flag,
  named,
  oneOf,
  orNull,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { maskedMember, personal } from '../wire/personal.ts'
import {
  deliveryExample,
  newWebhookExample,
  resendExample,
  resentExample,
  testAnswerExample,
  webhookChangeExample,
  webhookExample,
  webhookRequestExample,
} from './examples.ts'

const overlapHoursMax = 720
export const overlapHoursDefault = 24
const urlCharactersMax = 2_000
const descriptionCharactersMax = 200
const headerCharactersMax = 100

const headerName = (description: string) =>
  Type.String({ minLength: 1, maxLength: headerCharactersMax, description })
const legacyHeaders = Type.Object(
  {
    event: headerName('The header for the type of the event.'),
    delivery: headerName('The header for the id of the event.'),
    signature: headerName(
      'The header for `sha1=` and the HMAC-SHA1 of the body in hex, keyed with the text of ' +
        'the secret.',
    ),
  },
  { additionalProperties: false, description: 'The names of three headers.' },
)
const eventsSelected = Type.Array(oneOf([everyEvent, ...eventTypes], 'An event type.'), {
  minItems: 1,
  maxItems: eventTypes.length,
  description: `The event types to send; \`${everyEvent}\` selects all.`,
})

const requestFields = {
  url: Type.String({
    minLength: 1,
    maxLength: urlCharactersMax,
    description:
      'The address that messages are posted to. It must use https and must not resolve to ' +
      'a private address, unless the operator has set `WEBHOOKS_PRIVATE=allow`.',
  }),
  description: Type.String({
    maxLength: descriptionCharactersMax,
    description: 'The purpose of the webhook.',
  }),
  events: eventsSelected,
  payload: oneOf(
    ['thin', 'full'],
    '`thin`: the event as `GET /manage/events` lists it. `full`: also `record`, the policy ' +
      'as your secret key sees it when the message is sent.',
  ),
  legacy_headers: orNull(
    legacyHeaders,
    'Three additional headers with names of your choice, for receivers that expect them. ' +
      'The headers of Standard Webhooks are always sent.',
  ),
}

const webhookFields = {
  id: text('The webhook.'),
  livemode: flag('True for live, false for test.'),
  ...requestFields,
  status: oneOf(['enabled', 'disabled'], 'Whether messages are sent.'),
  disabled_because: textOrNull(
    '`request` (disabled by request), `gone` (the endpoint responded 410) or `failing` (all ' +
      'attempts failed for two days); null if enabled.',
  ),
  failing_since: timestampOrNull(
    'The time since which every attempt has failed; null if the last one succeeded.',
  ),
  created_at: timestampText('When the webhook was created.'),
}
export const webhookSchema = Type.Object(
  {
    ...webhookFields,
    allowed: Type.Optional(allowed('change', 'delete', 'test', 'rotate', 'resend')),
  },
  {
    $id: 'Webhook',
    description: 'An endpoint that receives events as they happen.',
    examples: [webhookExample],
  },
)
export const newWebhookSchema = Type.Object(
  {
    ...webhookFields,
    secret: Type.Optional(
      text(
        'The secret that messages are signed with. It is shown only once: a repeated ' +
          'request returns none.',
      ),
    ),
  },
  {
    $id: 'NewWebhook',
    description: 'A webhook with its new secret.',
    examples: [newWebhookExample],
  },
)
export const createWebhookBody = Type.Object(
  {
    url: requestFields.url,
    description: Type.Optional(requestFields.description),
    events: Type.Optional(requestFields.events),
    payload: Type.Optional(requestFields.payload),
    legacy_headers: Type.Optional(requestFields.legacy_headers),
  },
  { $id: 'CreateWebhook', examples: [webhookRequestExample] },
)
export const changeWebhookBody = Type.Object(
  {
    url: Type.Optional(requestFields.url),
    description: Type.Optional(requestFields.description),
    events: Type.Optional(requestFields.events),
    payload: Type.Optional(requestFields.payload),
    legacy_headers: Type.Optional(requestFields.legacy_headers),
    status: Type.Optional(webhookFields.status),
  },
  { $id: 'ChangeWebhook', examples: [webhookChangeExample] },
)
export const rotateWebhookBody = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: overlapHoursMax,
        description: `Hours for which messages are also signed with the old secret; ${overlapHoursDefault} by default.`,
      }),
    ),
  },
  { $id: 'RotateWebhook', examples: [{ overlap_hours: 48 }] },
)
export const resendBody = Type.Object(
  {
    event_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'One event, delivered or not.' }),
    ),
    failed: Type.Optional(
      Type.Literal(true, { description: 'All deliveries that have not succeeded.' }),
    ),
    from: Type.Optional(
      Type.String({ maxLength: 100, description: 'All events from this time on. Needs `until`.' }),
    ),
    until: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The end of the time range, exclusive. Needs `from`.',
      }),
    ),
  },
  {
    $id: 'Resend',
    description: 'The events to send again: `event_id`, `failed`, or `from` and `until`.',
    examples: [resendExample],
  },
)

export const resentSchema = Type.Object(
  {
    ...webhookFields,
    is_nothing: flag('True if there is nothing to send again.'),
  },
  {
    $id: 'Resent',
    description: 'A webhook to which events are sent again.',
    examples: [resentExample],
  },
)

export const attemptSchema = Type.Object(
  {
    at: timestampText('When the attempt began.'),
    duration_ms: Type.Integer({
      description: 'The duration until the end of the response, in milliseconds.',
    }),
    status: orNull(
      Type.Integer(),
      'The HTTP status of the response; null if there was no response.',
    ),
    failure: textOrNull('Why the attempt failed; null if it succeeded.'),
    answer: personal(textOrNull('The first kilobyte of the response body.')),
  },
  { $id: 'Attempt', description: 'One attempt to deliver an event.' },
)
export const deliverySchema = Type.Object(
  {
    id: text('The id of the event, which is the `webhook-id` of its messages.'),
    type: oneOf(eventTypes, 'The type of the event.'),
    status: oneOf(
      deliveryStates,
      '`delivered`: succeeded. `waiting`: is tried again. `parked`: given up, until you ' +
        'send it again.',
    ),
    failures: Type.Integer({
      description: 'The number of failed attempts since it was last sent or resent.',
    }),
    next_attempt_at: timestampOrNull('When the next attempt is made; null if there is none.'),
    attempts: Type.Array(named(attemptSchema), {
      description: 'The last twenty attempts, oldest first.',
    }),
    masked: maskedMember,
  },
  {
    $id: 'Delivery',
    description: 'The delivery of one event to one endpoint, with its attempts.',
    examples: [deliveryExample],
  },
)
export const testAnswerSchema = Type.Object(
  {
    event_id: text('The `webhook-id` of the message.'),
    delivered: flag('Whether the endpoint responded with 2xx.'),
    attempt: named(attemptSchema),
    masked: maskedMember,
  },
  {
    $id: 'WebhookTest',
    description: 'The result of a test message.',
    examples: [testAnswerExample],
  },
)

export const webhookParams = Type.Object({ webhookId: pathId('The webhook.', ids.webhook) })

export function viewWebhook(webhook: Webhook): Static<typeof webhookSchema> {
  return {
    id: webhook.id,
    livemode: webhook.livemode,
    url: webhook.url,
    description: webhook.description,
    events: [...webhook.eventTypes],
    payload: webhook.payload,
    legacy_headers: webhook.legacyHeaders,
    status: webhook.state,
    disabled_because: webhook.disabledBecause,
    failing_since: webhook.failingSince && timestamp(webhook.failingSince),
    created_at: timestamp(webhook.createdAt),
  }
}

/** With what the caller may do with it. */
export function viewWebhookFor(request: FastifyRequest, webhook: Webhook) {
  const acts = {
    change: ['changeWebhook', null],
    delete: ['deleteWebhook', null],
    test: ['testWebhook', null],
    rotate: ['rotateWebhook', null],
    resend: ['resendDeliveries', null],
  } as const
  return { ...viewWebhook(webhook), allowed: viewAllowed(request, acts) }
}

export function viewResent({ webhook, isNothing }: Resent): Static<typeof resentSchema> {
  return { ...viewWebhook(webhook), is_nothing: isNothing }
}

export function viewNewWebhook({ webhook, secret }: NewSecret): Static<typeof newWebhookSchema> {
  return { ...viewWebhook(webhook), secret }
}

export function viewDelivery(delivery: ListedDelivery): Static<typeof deliverySchema> {
  return {
    id: delivery.id,
    type: delivery.type,
    status: delivery.state,
    failures: delivery.failures,
    next_attempt_at: delivery.nextAt && timestamp(delivery.nextAt),
    attempts: delivery.attempts.map(viewAttempt),
  }
}

export function viewTestAnswer(answer: TestAnswer): Static<typeof testAnswerSchema> {
  return {
    event_id: answer.eventId,
    delivered: answer.isDelivered,
    attempt: viewAttempt(answer.attempt),
  }
}

function viewAttempt({ at, tookMs, status, failure, answer }: Attempt) {
  const began = timestamp(Temporal.Instant.from(at))
  return { at: began, duration_ms: tookMs, status, failure, answer }
}
