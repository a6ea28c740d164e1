import type { AccountId } from '../../../kernel/index.ts'
import { createUserToken, tooManyUserTokens } from '../../../people/index.ts'
import { personOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { invalidMember, needsPerson } from '../../reasons.ts'
import { named } from '../../wire/schema.ts'
import { createTokenBody, newTokenSchema, validDaysDefault, viewNewToken } from './token.ts'

export function addCreateToken(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/me/tokens',
    {
      config: {
        access: 'self',
        shownOnce: 'token',
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
            code: 'required',
            field: 'name',
            rules: ['required'],
          }),
          needsPerson,
          tooManyUserTokens,
        ],
      },
      schema: {
        operationId: 'createPersonalToken',
        summary: 'Create a personal token',
        description:
          'A token for programs that act for you, in one account and mode. Send it as ' +
          '`Authorization: Bearer`, as a secret key. At any time it has the permissions that you ' +
          'have. The response contains the token, which is shown only once.',
        tags: ['People'],
        body: named(createTokenBody),
        response: { 200: named(newTokenSchema) },
      },
    },
    async (request, reply) => {
      const { account_id, livemode, name, valid_days: validDays = validDaysDefault } = request.body
      const accountId = account_id as AccountId // Compared with those of the person.
      const wanted = { accountId, livemode, name, validDays }
      const replay = replayOf(reply, viewNewToken)
      const person = personOf(request)
      return viewNewToken(await createUserToken(deps, person, wanted, request.cameFrom, replay))
    },
  )
}
