import { type EventType, eventForms, eventTypes } from '../../events/index.ts'
import { type Document, type Operation, type Schema, refTo } from './document.ts'

/** What endpoints are told, type by type: the messages, and the schemas that they fit. */
export function describeWebhooks(): {
  readonly webhooks: NonNullable<Document['webhooks']>
  readonly schemas: Record<string, Schema>
} {
  return {
    webhooks: Object.fromEntries(eventTypes.map((type) => [type, { post: messageOf(type) }])),
    schemas: {
      WebhookMessage: message,
      ...Object.fromEntries(eventTypes.map((type) => [schemaNameOf(type), schemaOf(type)])),
    },
  }
}

/** What all messages have. */
const message: Schema = {
  description: 'What a webhook is told: the event as the feed when it.',
  allOf: [
    refTo('schemas', 'Event'),
    {
      type: 'object',
      properties: {
        record: {
          type: ['object', 'null'],
          additionalProperties: true,
          description:
            'Where the webhook asks for it (`payload` is `full`): the policy as the key of its ' +
            'account is shown it in the moment of sending. Null for what concerns no policy.',
        },
      },
    },
  ],
}

function messageOf(type: EventType): Operation {
  const schema = refTo('schemas', schemaNameOf(type))
  return {
    summary: type,
    description: eventForms[type].when,
    tags: ['Management'],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'It is delivered. Any other answer has failed.' } },
  }
}

/** A message with what is special to the type of its event. */
function schemaOf(type: EventType): Schema {
  const { version, when, data } = eventForms[type]
  return {
    description: when,
    allOf: [
      refTo('schemas', 'WebhookMessage'),
      {
        type: 'object',
        properties: {
          type: { const: type, description: 'What happened.' },
          data_version: { const: version, description: 'Which form `data` has.' },
          data,
        },
        required: ['type', 'data_version', 'data'],
      },
    ],
  }
}

/** `policy.endorsement_requested` is a `PolicyChangeRequestedEvent`. */
function schemaNameOf(type: EventType): string {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
  return `${words.join('')}Event`
}
