import { declarationNotFound, findDeclaration } from '../../withdrawals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { declaredWithdrawalSchema, viewerOfDeclarations } from './declared-withdrawal.ts'

export function addShowDeclaredWithdrawal(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/withdrawals/:declarationId',
    {
      config: { access: 'manage', refuses: [declarationNotFound] },
      schema: {
        operationId: 'showDeclaredWithdrawal',
        summary: 'View a withdrawal that a customer has declared',
        description:
          'What was declared and when, why it waits for a person, and what became of it.',
        tags: ['Management'],
        params: Type.Object({ declarationId: pathId('The withdrawal.', ids.declaration) }),
        response: { 200: named(declaredWithdrawalSchema) },
      },
    },
    async (request) => {
      const { declarationId } = request.params
      const found = await findDeclaration(deps, callerOf(request), declarationId)
      return viewerOfDeclarations(request)(found)
    },
  )
}
