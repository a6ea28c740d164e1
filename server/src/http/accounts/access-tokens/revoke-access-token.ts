import { Type } from '../../wire/type.ts'
import { type AccessTokenId, isId } from '../../../kernel/index.ts'
import { revokeManagedToken, accessTokenNotFound } from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { exampled } from '../../wire/exampled.ts'
import { named, pathId } from '../../wire/schema.ts'
import { ids } from '../../wire/example-ids.ts'
import { revokedTokenExample } from './examples.ts'
import { accessTokenSchema, viewToken } from './access-token.ts'

export function addRevokeAccessToken(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/access_tokens/:tokenId/revoke',
    {
      config: { access: 'manage', refuses: [accessTokenNotFound] },
      schema: {
        operationId: 'revokeAccessToken',
        summary: 'Revoke an access token',
        description: 'The token stops working at once, on every process.',
        tags: ['Management'],
        params: Type.Object({ tokenId: pathId('The token.', ids.accessToken) }),
        response: {
          200: exampled(named(accessTokenSchema), 'The revoked token.', revokedTokenExample),
        },
      },
    },
    async (request, reply) => {
      const tokenId = readTokenId(request.params.tokenId)
      const replay = replayOf(reply, viewToken)
      return viewToken(await revokeManagedToken(deps, callerOf(request), tokenId, replay))
    },
  )
}

function readTokenId(id: string): AccessTokenId {
  if (isId('tok', id)) return id
  throw accessTokenNotFound(id)
}
