import { type EventType, eventForms, eventTypes } from '../../events/index.ts'
import { type Document, type Operation, type Schema, refTo } from './document.ts'

/** The messages that webhooks receive, one for each event type, and their schemas. */
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

/** The members that all messages share. */
const message: Schema = {
  description: 'The body of a webhook message: the event as `GET /manage/events` lists it.',
  allOf: [
    refTo('schemas', 'Event'),
    {
      type: 'object',
      properties: {
        record: {
          type: ['object', 'null'],
          additionalProperties: true,
          description:
            'Only if the webhook has `payload` set to `full`: the policy, as a secret key ' +
            'of the account sees it when the message is sent. Null for events that concern ' +
            'no policy.',
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
    responses: {
      '2XX': {
        description: 'The message is delivered. Any other response counts as a failed attempt.',
      },
    },
  }
}

/** The schema of a message of one event type. */
function schemaOf(type: EventType): Schema {
  const { version, when, data } = eventForms[type]
  return {
    description: when,
    allOf: [
      refTo('schemas', 'WebhookMessage'),
      {
        type: 'object',
        properties: {
          type: { const: type, description: 'The event type.' },
          data_version: { const: version, description: 'The version of the schema of `data`.' },
          data,
        },
        required: ['type', 'data_version', 'data'],
      },
    ],
  }
}

/** `policy.endorsement_requested` is a `PolicyEndorsementRequestedEvent`. */
function schemaNameOf(type: EventType): string {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
  return `${words.join('')}Event`
}
