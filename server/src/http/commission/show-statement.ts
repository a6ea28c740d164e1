import { findStatement, refusalOfFinishing, statementNotFound } from '../../commission/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { shownStatementSchema, viewStatement } from './commission.ts'

export function addShowCommissionStatement(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/commission_statements/:statementId',
    {
      config: { access: 'shared', refuses: [statementNotFound] },
      schema: {
        operationId: 'showCommissionStatement',
        summary: 'View a commission statement',
        description: 'Its sums. Its entries are found by `GET /manage/commission_entries`.',
        tags: ['Management'],
        params: Type.Object({ statementId: pathId('The statement.', ids.commissionStatement) }),
        response: { 200: named(shownStatementSchema) },
      },
    },
    async (request) => {
      const found = await findStatement(deps.db, callerOf(request), request.params.statementId)
      const acts = { finish: ['finishCommissionStatement', refusalOfFinishing(found)] } as const
      const sale = { productId: '', distributorId: found.distributorId }
      return { ...viewStatement(found), allowed: viewAllowed(request, acts, sale) }
    },
  )
}
