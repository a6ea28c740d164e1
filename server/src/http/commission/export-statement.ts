import { monthText } from '../../accounting/index.ts'
import { findStatement, statementLines, statementNotFound } from '../../commission/index.ts'
import type { BodyPace } from '../../settings/index.ts'
import { callerOf } from '../access/access.ts'
import { sendText } from '../body/send-text.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { statementRowsExample } from './examples.ts'

export function addExportCommissionStatement(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/commission_statements/:statementId/export',
    {
      config: { access: 'shared', expensive: 'exports', refuses: [statementNotFound] },
      schema: {
        operationId: 'exportCommissionStatement',
        summary: 'Export the entries of a commission statement',
        description:
          'Every entry on a line of its own, amounts in minor units, newest first. A connection ' +
          'that ends before the last chunk means that the export failed.',
        tags: ['Management'],
        params: Type.Object({ statementId: pathId('The statement.', ids.commissionStatement) }),
        response: {
          200: {
            description: 'The rows.',
            content: { 'text/csv': { schema: Type.String(), example: statementRowsExample } },
          },
        },
      },
    },
    async (request, reply) => {
      const found = await findStatement(deps.db, callerOf(request), request.params.statementId)
      const file = `commission-${monthText(found.month)}-${found.currency}.csv`
      const lines = statementLines(deps.db, found)
      return sendText(request, reply, { mediaType: 'text/csv', file }, lines, pace)
    },
  )
}
