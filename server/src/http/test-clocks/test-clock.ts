import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timestamp } from '../../kernel/index.ts'
import { type TestClock, refusalOfClock } from '../../deadlines/index.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { oneOf, text, textOrNull, timestampOrNull, timestampText, word } from '../wire/schema.ts'
import { ids } from '../wire/example-ids.ts'
import { clockExample } from './examples.ts'

export const clockSchema = Type.Object(
  {
    id: text('The clock.'),
    status: oneOf(
      ['ready', 'advancing', 'failed'],
      'Whether the clock is ready, is advancing, or could not be advanced.',
    ),
    at: timestampText(
      'The time of the clock. While it advances, all its policies have come at least as far.',
    ),
    target: timestampOrNull('The time that it advances to, or failed to reach; otherwise null.'),
    failure: textOrNull('Why it could not be advanced; null unless it failed. You can try again.'),
    published: Type.Array(text('A product version.'), {
      description: 'Versions that are published on this clock only, one per product.',
    }),
    created_at: timestampText('When the clock was created, in real time.'),
    allowed: Type.Optional(allowed('advance', 'publish')),
  },
  {
    $id: 'Clock',
    description: 'A test clock, which shows a fixed time until it is advanced.',
    examples: [clockExample],
  },
)

const moment = (description: string, example: string) =>
  Type.String({ description, maxLength: 100, examples: [example] })

export const createClockBody = Type.Object(
  { at: moment('The time to show, with an offset.', '2028-12-31T11:00:00Z') },
  { $id: 'CreateClock', description: 'A new clock.', examples: [{ at: '2028-12-31T11:00:00Z' }] },
)

export const advanceClockBody = Type.Object(
  { to: moment('A later time, with an offset.', '2029-12-31T11:00:00Z') },
  {
    $id: 'AdvanceClock',
    description: 'The time to advance a clock to.',
    examples: [{ to: '2029-12-31T11:00:00Z' }],
  },
)

export const publishOnClockBody = Type.Object(
  { product_version_id: word('A version of one of your products; can be a draft.') },
  {
    $id: 'PublishOnClock',
    description: 'The version to publish on a clock.',
    examples: [{ product_version_id: ids.productVersion }],
  },
)

export function viewClock(clock: TestClock): Static<typeof clockSchema> {
  return {
    id: clock.id,
    status: clock.state,
    at: timestamp(clock.at),
    target: clock.target && timestamp(clock.target),
    failure: clock.failure,
    published: Object.values(clock.published),
    created_at: timestamp(clock.createdAt),
  }
}

/** With what the caller may do with it. */
export function viewClockFor(request: FastifyRequest, clock: TestClock) {
  const refusal = refusalOfClock(clock)
  const acts = { advance: ['advanceClock', refusal], publish: ['publishOnClock', refusal] } as const
  return { ...viewClock(clock), allowed: viewAllowed(request, acts) }
}
