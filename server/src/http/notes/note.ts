import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { type Note, noteNotFound } from '../../tasks/index.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { ids } from '../wire/example-ids.ts'
import { maskedMember, personal } from '../wire/personal.ts'
import {
  flag,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
  word,
} from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { noteExample, writeNoteExample } from './examples.ts'

export const noteParams = Type.Object({ noteId: pathId('The note.', ids.note) })

export const writeNoteBody = Type.Object(
  {
    policy_id: Type.Optional(word('The offer or policy.')),
    customer_id: Type.Optional(word('The customer, instead of a policy.')),
    body: Type.String({
      minLength: 1,
      maxLength: 10_000,
      pattern: '\\S',
      description: 'The text, which is shown as text.',
    }),
  },
  { $id: 'WriteNote', examples: [writeNoteExample] },
)

export const noteSchema = Type.Object(
  {
    id: text('The note.'),
    livemode: flag('True for live, false for test.'),
    policy_id: textOrNull('The offer or policy.'),
    customer_id: textOrNull('The customer.'),
    body: personal(textOrNull('The text; null once the note was removed.')),
    written_by: text('The key or the person.'),
    written_at: timestampText('When it was written.'),
    removed_by: textOrNull('The key or the person.'),
    removed_at: timestampOrNull('When its text was deleted; null while it is there.'),
    allowed: allowed('remove'),
    masked: maskedMember,
  },
  {
    $id: 'Note',
    description: 'What somebody wrote about a policy or a customer.',
    examples: [noteExample],
  },
)

/** Views a note for whoever made the request. */
export function viewerOfNotes(request: FastifyRequest) {
  return (note: Note): Static<typeof noteSchema> => ({
    id: note.id,
    livemode: note.livemode,
    policy_id: note.policyId,
    customer_id: note.customerId,
    body: note.body,
    written_by: note.writtenBy,
    written_at: timestamp(note.writtenAt),
    removed_by: note.removedBy,
    removed_at: note.removedAt && timestamp(note.removedAt),
    allowed: viewAllowed(request, {
      remove: ['removeNote', note.removedAt === null ? null : noteNotFound(note.id)],
    }),
  })
}
