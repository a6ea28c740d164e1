import { Type } from '../../wire/type.ts'
import { listAccessTokens } from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import { viewAllowed } from '../../access/allowed.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { tokensExample } from './examples.ts'
import { accessTokenSchema, viewToken } from './access-token.ts'

export function addListAccessTokens(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/access_tokens',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'listAccessTokens',
        summary: 'List access tokens',
        description:
          'The access tokens of all managed accounts, newest first, without their secrets.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(accessTokenSchema)), 'The tokens.', tokensExample),
        },
      },
    },
    async (request) => {
      const acts = { revoke: ['revokeAccessToken', null] } as const
      const allowed = viewAllowed(request, acts)
      const tokens = await listAccessTokens(deps.db, callerOf(request))
      return tokens.map((token) => ({ ...viewToken(token), allowed }))
    },
  )
}
