import {
  accountNotFound,
  changeUserRoles,
  grantExceedsOwn,
  unknownRole,
  userNotFound,
} from '../../management/index.ts'
import { lastAdministrator } from '../../people/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { changedUserExample } from './examples.ts'
import { changeRolesBody, userIn, userParams, userQuery, userSchema, viewUser } from './user.ts'

export function addChangeUserRoles(app: App, deps: HttpDeps): void {
  app.patch(
    '/manage/users/:userId',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        refuses: [
          invalidMember('`roles` is missing or invalid.', {
            code: 'required',
            field: 'roles',
            rules: ['required'],
          }),
          unknownRole,
          grantExceedsOwn,
          lastAdministrator,
          userNotFound,
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'changeUserRoles',
        summary: 'Change the roles of a person',
        description: 'The roles apply from the next request of the person on, on every server.',
        tags: ['Management'],
        params: userParams,
        querystring: userQuery,
        body: named(changeRolesBody),
        response: { 200: exampled(named(userSchema), 'The person.', changedUserExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const change = { ...userIn(request, caller), roles: request.body.roles }
      return viewUser(await changeUserRoles(deps, caller, change, replayOf(reply, viewUser)))
    },
  )
}
