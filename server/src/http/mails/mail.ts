import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { type Mail, deliveries, mailStates, replyOutcomes } from '../../mail/index.ts'
import { oneOf, text, textOrNull, timestampOrNull, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { mailExample } from './examples.ts'

export const mailMembers = {
  id: text('The mail.'),
  policy_id: textOrNull(
    'The policy that it is about; null for the receipt of a declared withdrawal.',
  ),
  event_id: text('The event that sends it.'),
  event_type: text('Its type.'),
  recipient: text('Which recipient of the product it is, for example `policyholder`.'),
  state: oneOf(
    mailStates,
    '`waiting`: to be composed. `ready`: to be sent. `sent`: a server has accepted it. `kept`: never ' +
      'sent, without a mail server or in test mode. `parked`: nobody tries it again by itself. ' +
      '`void`: what it would say no longer counts.',
  ),
  problem: textOrNull('Why it failed last; null if it did not.'),
  next_at: timestampOrNull('When it is tried next; null if it is not.'),
  failures: Type.Integer({ description: 'How many attempts have failed.' }),
  content_hash: textOrNull('SHA-256 of the whole message; null until it is composed.'),
  bytes: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The size of the message; null until it is composed.',
  }),
  replies: Type.Array(
    Type.Object({
      at: text('When.'),
      outcome: oneOf(
        replyOutcomes,
        'What it means. `delivered` and `bounced` come from delivery reports.',
      ),
      reply: text('What the mail server answered, without addresses.'),
    }),
    { description: 'What mail servers answered and reported, oldest first.' },
  ),
  delivery: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...deliveries, null],
    description:
      '`delivered`: a report says that it is in the mailbox. `bounced`: one says that it came ' +
      'back. Null while no report says either.',
  }),
  dated_at: timestampText('The moment that it carries: on a test clock, that of the clock.'),
  created_at: timestampText('When it was made.'),
}

export const mailSchema = Type.Object(mailMembers, {
  $id: 'Mail',
  description: 'A mail to one recipient about one event, without what it says.',
  examples: [mailExample],
})

export function viewMail(mail: Mail): Static<typeof mailSchema> {
  return {
    id: mail.id,
    policy_id: mail.policyId,
    event_id: mail.eventId,
    event_type: mail.eventType,
    recipient: mail.recipient,
    state: mail.state,
    problem: mail.problem,
    next_at: mail.nextAt && timestamp(mail.nextAt),
    failures: mail.failures,
    content_hash: mail.hash,
    bytes: mail.bytes,
    replies: mail.replies.map(({ at, outcome, reply }) => ({ at, outcome, reply })),
    delivery: mail.delivery,
    dated_at: timestamp(mail.datedAt),
    created_at: timestamp(mail.createdAt),
  }
}
