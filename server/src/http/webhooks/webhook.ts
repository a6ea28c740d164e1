import { type Static, Type } from 'typebox'
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
    event: headerName('The header with the type of the event.'),
    delivery: headerName('The header with the id of the event.'),
    signature: headerName(
      'The header with `sha1=` and the HMAC-SHA1 of the body in hex, by the text of the secret.',
    ),
  },
  { additionalProperties: false, description: 'The names of three headers.' },
)
const eventsSelected = Type.Array(oneOf([everyEvent, ...eventTypes], 'A type of events.'), {
  minItems: 1,
  maxItems: eventTypes.length,
  description: `The types of events that are told; with \`${everyEvent}\` among them it is all.`,
})

const orderFields = {
  url: Type.String({
    minLength: 1,
    maxLength: urlCharactersMax,
    description:
      'Where messages are posted to. It takes https and leads to no private address, unless the ' +
      'operator has set `WEBHOOKS_PRIVATE=allow`.',
  }),
  description: Type.String({
    maxLength: descriptionCharactersMax,
    description: 'What it is for.',
  }),
  events: eventsSelected,
  payload: oneOf(
    ['thin', 'full'],
    '`thin` tells of an event as `GET /manage/events` does. `full` adds `record`: the policy, as your ' +
      'secret key is shown it in the moment of sending.',
  ),
  legacy_headers: orNull(
    legacyHeaders,
    'Three headers more, under names of your own, for receivers that expect such. The headers of ' +
      'Standard Webhooks are sent all the same.',
  ),
}

const webhookFields = {
  id: text('The endpoint.'),
  livemode: flag('True for live, false for test.'),
  ...orderFields,
  status: oneOf(['enabled', 'disabled'], 'Whether messages are sent.'),
  disabled_because: textOrNull(
    '`order`, `gone` (it answered 410) or `failing` (for two days nothing else came of it).',
  ),
  failing_since: timestampOrNull('Since when every attempt has failed.'),
  created_at: timestampText('When it was made.'),
}
export const webhookSchema = Type.Object(webhookFields, {
  $id: 'Webhook',
  description: 'An endpoint that is told of events as they happen.',
  examples: [webhookExample],
})
export const newWebhookSchema = Type.Object(
  {
    ...webhookFields,
    secret: Type.Optional(
      text(
        'The secret that messages are signed with. It is shown this once: a repeated request gets none.',
      ),
    ),
  },
  {
    $id: 'NewWebhook',
    description: 'An endpoint with a new secret.',
    examples: [newWebhookExample],
  },
)
export const createWebhookBody = Type.Object(
  {
    url: orderFields.url,
    description: Type.Optional(orderFields.description),
    events: Type.Optional(orderFields.events),
    payload: Type.Optional(orderFields.payload),
    legacy_headers: Type.Optional(orderFields.legacy_headers),
  },
  { $id: 'CreateWebhook', examples: [webhookRequestExample] },
)
export const changeWebhookBody = Type.Object(
  {
    url: Type.Optional(orderFields.url),
    description: Type.Optional(orderFields.description),
    events: Type.Optional(orderFields.events),
    payload: Type.Optional(orderFields.payload),
    legacy_headers: Type.Optional(orderFields.legacy_headers),
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
        description: `For how long messages are signed with the old secret as well; ${overlapHoursDefault} by default.`,
      }),
    ),
  },
  { $id: 'RotateWebhook', examples: [{ overlap_hours: 48 }] },
)
export const resendBody = Type.Object(
  {
    event_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'One event, whether it was delivered or not.' }),
    ),
    failed: Type.Optional(
      Type.Literal(true, { description: 'All deliveries that have not succeeded so far.' }),
    ),
    from: Type.Optional(
      Type.String({ maxLength: 100, description: 'All events from this moment on,' }),
    ),
    until: Type.Optional(Type.String({ maxLength: 100, description: 'and before this one.' })),
  },
  { $id: 'Resend', description: 'What is to be sent again.', examples: [resendExample] },
)

export const resentSchema = Type.Object(
  {
    ...webhookFields,
    is_nothing: flag('True where nothing was found that is to be sent again.'),
  },
  {
    $id: 'Resent',
    description: 'An endpoint that something is sent to again.',
    examples: [resentExample],
  },
)

export const attemptSchema = Type.Object(
  {
    at: timestampText('When it began.'),
    duration_ms: Type.Integer({ description: 'How long it took until the answer had ended.' }),
    status: orNull(Type.Integer(), 'What was answered; null where there was no answer.'),
    failure: textOrNull('Why it does not count as delivered.'),
    answer: textOrNull('The first kilobyte of the answer.'),
  },
  { $id: 'Attempt', description: 'One attempt at telling an endpoint of an event.' },
)
export const deliverySchema = Type.Object(
  {
    id: text('The event, which is the `webhook-id` of its messages.'),
    type: oneOf(eventTypes, 'The type of the event.'),
    status: oneOf(
      deliveryStates,
      '`waiting` is tried again, `parked` only when it is ordered to be sent again.',
    ),
    failures: Type.Integer({ description: 'How often it has failed since it was last ordered.' }),
    next_attempt_at: timestampOrNull('When it is tried next.'),
    attempts: Type.Array(named(attemptSchema), {
      description: 'The last twenty attempts, oldest first.',
    }),
  },
  {
    $id: 'Delivery',
    description: 'One event for one endpoint, from its first attempt on.',
    examples: [deliveryExample],
  },
)
export const testAnswerSchema = Type.Object(
  {
    event_id: text('The `webhook-id` of the message.'),
    delivered: flag('Whether it was answered as an endpoint has to.'),
    attempt: named(attemptSchema),
  },
  {
    $id: 'WebhookTest',
    description: 'How an endpoint took a message.',
    examples: [testAnswerExample],
  },
)

export const webhookParams = Type.Object({ webhookId: pathId('The endpoint.', ids.webhook) })

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
