import { revokeUserToken, userTokenNotFound } from '../../../people/index.ts'
import { personOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { revokedTokenExample } from './examples.ts'
import { tokenParams, tokenSchema, viewToken } from './token.ts'

export function addRevokeToken(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/me/tokens/:tokenId/revoke',
    {
      config: { access: 'self', isRepeatable: true, refuses: [needsPerson, userTokenNotFound] },
      schema: {
        operationId: 'revokePersonalToken',
        summary: 'Revoke a personal token',
        description: 'The token stops working at once, on every server.',
        tags: ['People'],
        params: tokenParams,
        response: {
          200: exampled(named(tokenSchema), 'The revoked token.', revokedTokenExample),
        },
      },
    },
    async (request) => {
      const { tokenId } = request.params
      return viewToken(await revokeUserToken(deps, personOf(request), tokenId, request.cameFrom))
    },
  )
}
