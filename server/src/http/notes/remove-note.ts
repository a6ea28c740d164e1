import { noteNotFound, removeNote } from '../../tasks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { removedNoteExample } from './examples.ts'
import { noteParams, noteSchema, viewerOfNotes } from './note.ts'

export function addRemoveNote(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/notes/:noteId',
    {
      config: { access: 'manage', refuses: [noteNotFound] },
      schema: {
        operationId: 'removeNote',
        summary: 'Remove a note',
        description: 'Deletes the text for good. Who wrote and who removed it stays.',
        tags: ['Management'],
        params: noteParams,
        response: { 200: exampled(named(noteSchema), 'The removed note.', removedNoteExample) },
      },
    },
    async (request, reply) => {
      const view = viewerOfNotes(request)
      const { noteId } = request.params
      return view(await removeNote(deps, callerOf(request), noteId, replayOf(reply, view)))
    },
  )
}
