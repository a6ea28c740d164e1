import { readJournal } from '../../../accounting/index.ts'
import { Type } from '../../wire/type.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { pageOf } from '../../query/page.ts'
import { wrongParameter } from '../../query/reasons.ts'
import { journalExample } from '../examples.ts'
import {
  journalErrors,
  journalFilters,
  placeError,
  readJournalFilters,
  readPlace,
} from './journal-filters.ts'
import { journalLineSchema, viewJournalLine } from './journal.ts'

const limitDefault = 100
const limitMax = 1_000
const limitWanted = `a whole number from 1 to ${limitMax}`

export function addReadJournal(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/journal',
    {
      config: {
        access: 'manage',
        refuses: [
          ...journalErrors,
          placeError,
          wrongParameter.listed({
            label: 'limit',
            when: '`limit` is out of range.',
            example: ['limit', limitWanted],
          }),
        ],
      },
      schema: {
        operationId: 'readJournal',
        summary: 'Read the journal',
        description:
          'All postings that were posted on these days, by booking day and number. The header ' +
          '`Link` has the next page. A day that is not over, or a month that is not closed, ' +
          'can still get more postings.',
        tags: ['Management'],
        querystring: Type.Object({
          ...journalFilters,
          limit: Type.Optional(
            Type.String({
              description: `Lines per page, 1 to ${limitMax}; ${limitDefault} by default.`,
            }),
          ),
          starting_after: Type.Optional(
            Type.String({ description: 'The id of the line after which the page begins.' }),
          ),
        }),
        response: { 200: pageOf(journalLineSchema, 'A page of the journal.', journalExample) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const limit = query.limit === undefined ? limitDefault : Number(query.limit)
      if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
        throw wrongParameter('limit', limitWanted)
      }
      const after = readPlace(query.starting_after)
      const wanted = await readJournalFilters(deps.db, callerOf(request), query)
      const lines = await readJournal(deps.db.reads, { ...wanted, after }, limit + 1)
      const page = lines.slice(0, limit).map(viewJournalLine)
      const last = page.at(-1)
      if (lines.length > limit && last !== undefined) {
        const url = new URL(request.url, deps.publicUrl)
        url.searchParams.set('starting_after', last.id)
        reply.header('link', `<${deps.publicUrl}${url.pathname}${url.search}>; rel="next"`)
      }
      return page
    },
  )
}
