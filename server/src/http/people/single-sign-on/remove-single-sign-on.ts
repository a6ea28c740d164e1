import { removeSingleSignOn, singleSignOnNotFound } from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { named } from '../../wire/schema.ts'
import { singleSignOnSchema, viewSingleSignOn } from './single-sign-on.ts'

export function addRemoveSingleSignOn(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/single_sign_on',
    {
      config: { access: 'shared', mayNeedSecondPerson: true, refuses: [singleSignOnNotFound] },
      schema: {
        operationId: 'removeSingleSignOn',
        summary: 'Remove single sign-on',
        description:
          'Sessions that began at the provider end at once. People stay members of the account, and sign in otherwise. The response shows the removed settings.',
        tags: ['Management'],
        response: { 200: named(singleSignOnSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const view = viewSingleSignOn(deps, caller.account)
      return view(await removeSingleSignOn(deps, caller, replayOf(reply, view)))
    },
  )
}
