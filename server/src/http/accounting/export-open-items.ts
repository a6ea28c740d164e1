import { Type } from '../wire/type.ts'
import { openItemLines } from '../../accounting/index.ts'
import type { BodyPace } from '../../settings/index.ts'
import { callerOf } from '../access/access.ts'
import { sendText } from '../body/send-text.ts'
import type { App, HttpDeps } from '../deps.ts'
import { openItemRowsExample } from './examples.ts'
import { openItemErrors, openItemFilters, readOpenItemFilters } from './open-items.ts'

export function addExportOpenItems(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/open_items/export',
    {
      config: { access: 'manage', expensive: 'exports', refuses: openItemErrors },
      schema: {
        operationId: 'exportOpenItems',
        summary: 'Export the open items on a day',
        description:
          'Every open invoice on a line of its own, amounts in minor units, newest first. A ' +
          'connection that ends before the last chunk means that the export failed.',
        tags: ['Management'],
        querystring: Type.Object(openItemFilters),
        response: {
          200: {
            description: 'The rows.',
            content: { 'text/csv': { schema: Type.String(), example: openItemRowsExample } },
          },
        },
      },
    },
    async (request, reply) => {
      const wanted = await readOpenItemFilters(deps.db, callerOf(request), request.query)
      const file = `open-items-${wanted.day}.csv`
      const lines = openItemLines(deps.db.reads, wanted)
      return sendText(request, reply, { mediaType: 'text/csv', file }, lines, pace)
    },
  )
}
