import { allAllowed } from '../../wire/example-ids.ts'
import { selectUserTokens } from '../../../people/index.ts'
import { personOf } from '../../access/access.ts'
import { viewAllowed } from '../../access/allowed.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { tokenExample } from './examples.ts'
import { tokenSchema, viewToken } from './token.ts'

export function addListTokens(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/me/tokens',
    {
      config: { access: 'self', refuses: [needsPerson] },
      schema: {
        operationId: 'listPersonalTokens',
        summary: 'List your personal tokens',
        description: 'Without their secrets and without revoked ones, newest first.',
        tags: ['People'],
        response: {
          200: exampled(Type.Array(named(tokenSchema)), 'The tokens.', [
            { ...tokenExample, allowed: allAllowed('revoke') },
          ]),
        },
      },
    },
    async (request) => {
      const tokens = await selectUserTokens(deps.db, personOf(request).user.id)
      const allowed = viewAllowed(request, { revoke: ['revokePersonalToken', null] })
      return tokens.map((token) => ({ ...viewToken(token), allowed }))
    },
  )
}
