import { Type } from '../wire/type.ts'
import { impactNotDone, impactNotFound, readRows } from '../../impacts/index.ts'
import { callerOf } from '../access/access.ts'
import type { BodyPace } from '../../settings/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { impactRowsExample } from './examples.ts'
import { sendText } from '../body/send-text.ts'
import { impactParams, readImpactId } from './impact.ts'

export function addExportImpact(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/impacts/:impactId/rows',
    {
      config: {
        access: 'manage',
        expensive: 'exports',
        refuses: [impactNotFound, impactNotDone],
      },
      schema: {
        operationId: 'exportImpact',
        summary: 'Export the rows of an impact analysis',
        description:
          'Every policy with its premium before and after, in minor units, one line each, ' +
          'sorted by id. Available for 30 days. A connection that ends before the last ' +
          'chunk means that the export failed.',
        tags: ['Management'],
        params: impactParams,
        response: {
          200: {
            description: 'The rows.',
            content: { 'text/csv': { schema: Type.String(), example: impactRowsExample } },
          },
        },
      },
    },
    async (request, reply) => {
      const id = readImpactId(request.params.impactId)
      const rows = await readRows(deps.db, callerOf(request), id)
      return sendText(request, reply, { mediaType: 'text/csv', file: `${id}.csv` }, rows, pace)
    },
  )
}
