import type { AccountId } from '../../../kernel/index.ts'
import { issueAccessToken, accountNotFound } from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { named } from '../../wire/schema.ts'
import { newAccessTokenSchema, createAccessTokenBody, viewNewToken } from './access-token.ts'
import { invalidMember } from '../../reasons.ts'

export function addCreateAccessToken(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/access_tokens',
    {
      config: {
        access: 'manage',
        shownOnce: 'token',
        refuses: [
          invalidMember('`name` is missing.', {
            code: 'required',
            field: 'name',
            rules: ['required'],
          }),
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'createAccessToken',
        summary: 'Create an access token',
        description:
          'Creates a token that gives access to the locked datasets of the account in the ' +
          'Data API. The response contains the token, which is shown only once.',
        tags: ['Management'],
        body: named(createAccessTokenBody),
        response: { 200: named(newAccessTokenSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { account_id: accountId = caller.account.id, name } = request.body
      const issue = { accountId: accountId as AccountId, name } // Only looked up.
      const replay = replayOf(reply, viewNewToken)
      return viewNewToken(await issueAccessToken(deps, caller, issue, replay))
    },
  )
}
