import { readWholeJournal } from '../../../accounting/index.ts'
import type { BodyPace } from '../../../settings/index.ts'
import { Type } from '../../wire/type.ts'
import { callerOf } from '../../access/access.ts'
import { sendText } from '../../body/send-text.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { journalCsvExample } from '../examples.ts'
import { journalErrors, journalFilters, readJournalFilters } from './journal-filters.ts'
import { csvOfJournal } from './journal.ts'

export function addExportJournal(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/journal/export',
    {
      config: { access: 'manage', expensive: 'exports', refuses: journalErrors },
      schema: {
        operationId: 'exportJournal',
        summary: 'Export the journal',
        description:
          'The journal of these days as CSV, one line for each posting, with the members of ' +
          'the journal as columns and amounts in minor units. A connection that ends before ' +
          'the last chunk means that the export failed.',
        tags: ['Management'],
        querystring: Type.Object(journalFilters),
        response: {
          200: {
            description: 'The postings.',
            content: { 'text/csv': { schema: Type.String(), example: journalCsvExample } },
          },
        },
      },
    },
    async (request, reply) => {
      const wanted = await readJournalFilters(deps.db, callerOf(request), request.query)
      const file = `journal-${wanted.from}-${wanted.to}.csv`
      const lines = csvOfJournal(readWholeJournal(deps.db.reads, wanted))
      return sendText(request, reply, { mediaType: 'text/csv', file }, lines, pace)
    },
  )
}
