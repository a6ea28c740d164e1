import { invalidData } from '../../kernel/index.ts'
import { customerNotFound } from '../../parties/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import { writeNote } from '../../tasks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { assertOneSubject } from '../tasks/task.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { noteExample } from './examples.ts'
import { noteSchema, viewerOfNotes, writeNoteBody } from './note.ts'

const noSubject = { code: 'required', field: 'policy_id', rules: ['required'] } as const

export function addWriteNote(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/notes',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`body` is missing, or not exactly one subject was sent.', noSubject),
          policyNotFound,
          customerNotFound,
        ],
      },
      schema: {
        operationId: 'writeNote',
        summary: 'Write a note',
        description:
          'About an offer or policy, or about a customer. A note never changes. Callers who may ' +
          'not see personal data read it masked.',
        tags: ['Management'],
        body: named(writeNoteBody),
        response: { 201: exampled(named(noteSchema), 'The note.', noteExample) },
      },
    },
    async (request, reply) => {
      const { policy_id: policyId = null, customer_id: customerId = null, body } = request.body
      assertOneSubject(policyId, customerId)
      if (policyId === null && customerId === null) throw invalidData([noSubject], null)
      const view = viewerOfNotes(request)
      const replay = replayOf(reply, view, 201)
      const note = { policyId, customerId, body }
      const written = await writeNote(deps, callerOf(request), note, replay)
      return reply.code(201).send(view(written))
    },
  )
}
