import { findSingleSignOn, singleSignOnNotFound } from '../../../management/index.ts'
import { readRefusalAlone } from '../../../approvals/index.ts'
import { callerOf } from '../../access/access.ts'
import { viewAllowed } from '../../access/allowed.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { allAllowed } from '../../wire/example-ids.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { singleSignOnExample } from './examples.ts'
import { singleSignOnSchema, viewSingleSignOn } from './single-sign-on.ts'

export function addShowSingleSignOn(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/single_sign_on',
    {
      config: { access: 'shared', refuses: [singleSignOnNotFound] },
      schema: {
        operationId: 'showSingleSignOn',
        summary: 'View single sign-on',
        description: 'The identity provider of your account, without its client secret.',
        tags: ['Management'],
        response: {
          200: exampled(named(singleSignOnSchema), 'The provider.', {
            ...singleSignOnExample,
            allowed: allAllowed('change', 'remove'),
          }),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const provider = await findSingleSignOn(deps.db, caller)
      const alone = await readRefusalAlone(deps.db, caller)
      const refusal = alone({ kind: 'role_changes', money: null })
      const allowed = viewAllowed(request, {
        change: ['setUpSingleSignOn', refusal],
        remove: ['removeSingleSignOn', refusal],
      })
      return { ...viewSingleSignOn(deps, caller.account)(provider), allowed }
    },
  )
}
