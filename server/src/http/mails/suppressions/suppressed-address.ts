import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { timestamp } from '../../../kernel/index.ts'
import { type Suppression, suppressionReasons } from '../../../mail/index.ts'
import { allowed, viewAllowed } from '../../access/allowed.ts'
import { maskedMember, personal } from '../../wire/personal.ts'
import { flag, oneOf, text, textOrNull, timestampText } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { mailAddress } from '../server/mail-server.ts'
import { suppressAddressExample, suppressedAddressExample } from './examples.ts'

const noteCharactersMax = 1_000

export const suppressedAddressSchema = Type.Object(
  {
    id: text('The entry of the list.'),
    livemode: flag('True for live, false for test: each mode has a list of its own.'),
    address: personal(text('The address that no mail goes to.')),
    reason: oneOf(
      suppressionReasons,
      '`refused`: a mail server knows no such mailbox. `bounced`: a mail came back. `person`: a ' +
        'person has put it there.',
    ),
    mail_id: textOrNull('The mail that was refused or came back; null if a person did it.'),
    reply: textOrNull('What the server or the report said, without addresses.'),
    note: personal(textOrNull('What the person wrote who did it.')),
    created_at: timestampText('Since when.'),
    allowed: allowed('release'),
    masked: maskedMember,
  },
  {
    $id: 'SuppressedAddress',
    description: 'An address that no mail goes to.',
    examples: [suppressedAddressExample],
  },
)

export const suppressAddressBody = Type.Object(
  {
    address: mailAddress('The address that no mail is to go to.'),
    note: Type.Optional(
      Type.String({ minLength: 1, maxLength: noteCharactersMax, description: 'Why.' }),
    ),
  },
  { $id: 'SuppressAddress', examples: [suppressAddressExample] },
)

/** Views entries for whoever made the request. */
export function viewerOfSuppressions(request: FastifyRequest) {
  return (one: Suppression): Static<typeof suppressedAddressSchema> => ({
    id: one.id,
    livemode: one.livemode,
    address: one.content.address,
    reason: one.reason,
    mail_id: one.mailId,
    reply: one.reply,
    note: one.content.note,
    created_at: timestamp(one.createdAt),
    allowed: viewAllowed(request, { release: ['releaseAddress', null] }),
  })
}
