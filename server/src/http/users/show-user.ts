import { readRefusalAlone } from '../../approvals/index.ts'
import { accountNotFound, showUser, userNotFound } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { userDetailsExample } from './examples.ts'
import { userDetailsSchema, userIn, userParams, userQuery, viewDetails } from './user.ts'

export function addShowUser(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/users/:userId',
    {
      config: { access: 'shared', refuses: [userNotFound, accountNotFound] },
      schema: {
        operationId: 'showUser',
        summary: 'View a person',
        description: 'A person of an account, with sessions and open links.',
        tags: ['Management'],
        params: userParams,
        querystring: userQuery,
        response: { 200: exampled(named(userDetailsSchema), 'The person.', userDetailsExample) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const found = await showUser(deps.db, caller, userIn(request, caller), deps.clock())
      const alone = await readRefusalAlone(deps.db, caller)
      return viewDetails(found, request, alone({ kind: 'role_changes', money: null }))
    },
  )
}
