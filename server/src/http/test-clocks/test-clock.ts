import { type Static, Type } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import type { TestClock } from '../../deadlines/index.ts'
import { oneOf, text, textOrNull, timestampOrNull, timestampText, word } from '../wire/schema.ts'
import { ids } from '../wire/example-ids.ts'
import { clockExample } from './examples.ts'

export const clockSchema = Type.Object(
  {
    id: text('The clock.'),
    status: oneOf(
      ['ready', 'advancing', 'failed'],
      'Whether it stands, is being advanced, or could not be.',
    ),
    at: timestampText('What it shows.'),
    target: timestampOrNull('Where it is being advanced to, or was when that failed.'),
    failure: textOrNull('Why it could not be advanced further. It can be tried again.'),
    published: Type.Array(text('A version of a product.'), {
      description: 'Versions that are published on it alone, one of each product.',
    }),
    created_at: timestampText('When it was made, in true time.'),
  },
  {
    $id: 'Clock',
    description: 'A clock of test mode, which stands still until it is advanced.',
    examples: [clockExample],
  },
)

const moment = (description: string, example: string) =>
  Type.String({ description, maxLength: 100, examples: [example] })

export const createClockBody = Type.Object(
  { at: moment('What it is to show, with an offset.', '2028-12-31T11:00:00Z') },
  { $id: 'CreateClock', description: 'A new clock.', examples: [{ at: '2028-12-31T11:00:00Z' }] },
)

export const advanceClockBody = Type.Object(
  { to: moment('A later moment, with an offset.', '2029-12-31T11:00:00Z') },
  {
    $id: 'AdvanceClock',
    description: 'How far to advance a clock.',
    examples: [{ to: '2029-12-31T11:00:00Z' }],
  },
)

export const publishOnClockBody = Type.Object(
  { product_version_id: word('A version of one of your products. It may be a draft.') },
  {
    $id: 'PublishOnClock',
    description: 'What is published on a clock alone.',
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
