import { type Static, Type } from 'typebox'
import { timestamp } from '../../../kernel/index.ts'
import type { RecordedEvent } from '../../../events/index.ts'
import { flag, text, timestampOrNull, timestampText } from '../../wire/schema.ts'

export const eventSchema = Type.Object(
  {
    id: text('The event.'),
    type: text('What happened, for example `policy.issued`.'),
    livemode: flag('True for live, false for test.'),
    subject_id: text('What it happened to.'),
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
    data: event.data,
    created_at: timestamp(event.createdAt),
    clock_at: event.clockAt && timestamp(event.clockAt),
  }
}
