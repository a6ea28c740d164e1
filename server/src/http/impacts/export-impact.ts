import { Type } from '../wire/type.ts'
import { impactNotDone, impactNotFound, readRows } from '../../impacts/index.ts'
import { callerOf } from '../access/access.ts'
import type { BodyPace } from '../../settings/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { impactRowsExample } from './examples.ts'
import { sendText } from '../body/send-text.ts'
import { hasAny } from '../../masks/index.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { personalDataMasked } from '../reasons.ts'
import { impactParams, readImpactId } from './impact.ts'

/** Groups and reasons of failures are made of answers. */
const theRows = 'The rows of an impact on a product that marks answers'

export function addExportImpact(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/impacts/:impactId/rows',
    {
      config: {
        access: 'manage',
        expensive: 'exports',
        refuses: [
          impactNotFound,
          impactNotDone,
          personalDataMasked.listed({
            when: 'The product marks answers as personal, and they are masked for the caller.',
            example: [theRows],
          }),
        ],
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
      const caller = callerOf(request)
      const { lines, marks } = await readRows(deps.db.reads, caller, id)
      if (isMaskedFor(caller) && hasAny(marks)) throw personalDataMasked(theRows)
      return sendText(request, reply, { mediaType: 'text/csv', file: `${id}.csv` }, lines, pace)
    },
  )
}
