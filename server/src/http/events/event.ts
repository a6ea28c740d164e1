import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timestamp } from '../../kernel/index.ts'
import type { RecordedEvent } from '../../events/index.ts'
import { flag, orNull, text, textOrNull, timestampOrNull, timestampText } from '../wire/schema.ts'

export const eventSchema = Type.Object(
  {
    id: text('The event.'),
    type: text('The event type, for example `policy.issued`.'),
    livemode: flag('True for live, false for test.'),
    subject_id: text('The id of the resource that the event concerns.'),
    policy_id: textOrNull('The policy that the event concerns; null for events of products.'),
    version_id: textOrNull(
      'The active version of the policy after the event; null for events of products, and ' +
        'for events of early releases.',
    ),
    sequence: orNull(
      Type.Integer(),
      'The number of the event among those of its policy: 1, 2, 3 and so on, without gaps. ' +
        'Of two events, the one with the higher number is newer. Null for events of products.',
    ),
    data_version: Type.Integer({
      description:
        'The version of the schema of `data`, as listed for the event type under ' +
        '`webhooks` in this document. A schema never changes; a new one has a higher ' +
        'version. 0 for events of early releases.',
    }),
    data: Type.Unsafe<unknown>({ description: 'Details of the event. Contains no personal data.' }),
    created_at: timestampText('When the event happened.'),
    clock_at: timestampOrNull(
      'The time of the test clock, for events of sales on a test clock; otherwise null.',
    ),
  },
  { $id: 'Event', description: 'An event.' },
)

export function viewEvent(event: RecordedEvent): Static<typeof eventSchema> {
  return {
    id: event.id,
    type: event.type,
    livemode: event.livemode,
    subject_id: event.subjectId,
    policy_id: event.policyId,
    version_id: event.versionId,
    sequence: event.sequence,
    data_version: event.dataVersion,
    data: event.data,
    created_at: timestamp(event.createdAt),
    clock_at: event.clockAt && timestamp(event.clockAt),
  }
}
