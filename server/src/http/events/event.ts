import { type Static, Type } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import type { RecordedEvent } from '../../events/index.ts'
import { flag, orNull, text, textOrNull, timestampOrNull, timestampText } from '../wire/schema.ts'

export const eventSchema = Type.Object(
  {
    id: text('The event.'),
    type: text('What happened, for example `policy.issued`.'),
    livemode: flag('True for live, false for test.'),
    subject_id: text('What it happened to.'),
    policy_id: textOrNull('The policy that it concerns; null for news of products.'),
    version_id: textOrNull(
      "The policy's version that held when it had happened; null also for events of releases that did not say.",
    ),
    sequence: orNull(
      Type.Integer(),
      "Which of the policy's events it is: 1, 2, 3 and so on, without a gap. Whoever has seen a " +
        'greater one has newer news.',
    ),
    data_version: Type.Integer({
      description:
        'Which form `data` has: the one that `webhooks` of this document shows for its type. A form ' +
        'never changes; another one has a greater version. 0 where its release promised none.',
    }),
    data: Type.Unsafe<unknown>({ description: 'More about it; never about a person.' }),
    created_at: timestampText('When.'),
    clock_at: timestampOrNull(
      'What its test clock showed, where it happened to something that lives on one.',
    ),
  },
  { $id: 'Event', description: 'Something that happened.' },
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
