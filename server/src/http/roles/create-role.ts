import {
  accountNotFound,
  createRole,
  grantExceedsOwn,
  limitNotPossible,
  roleDistributorNotFound,
  roleKeyTaken,
  roleProductNotFound,
  tooManyRoles,
  unknownPermission,
} from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { named } from '../wire/schema.ts'
import { accountIn, createRoleBody, readGrants, roleSchema, viewRole } from './role.ts'

export function addCreateRole(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/roles',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        refuses: [
          invalidMember(
            'A member of the body is missing or invalid.',
            {
              code: 'invalid_value',
              field: 'key',
              rules: ['regex'],
              params: { regex: ['^[a-z][a-z0-9]*(_[a-z0-9]+)*$'] },
            },
            { code: 'required', field: 'grants', rules: ['required'] },
          ),
          roleKeyTaken,
          unknownPermission,
          limitNotPossible,
          roleProductNotFound,
          roleDistributorNotFound,
          tooManyRoles,
          grantExceedsOwn,
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'createRole',
        summary: 'Create a role',
        description:
          'Creates a role of your own. Each grant is a permission, which can be limited to ' +
          'products, to the sales of distributors and to test mode. A permission that is granted ' +
          'more than once covers what any of its grants covers. Nobody gives away more than they ' +
          'have themselves.',
        tags: ['Management'],
        body: named(createRoleBody),
        response: { 200: named(roleSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { key, name, description = '', grants } = request.body
      const accountId = accountIn(request.body, caller)
      const role = { accountId, key, name, description, grants: readGrants(grants) }
      return viewRole(await createRole(deps, caller, role, replayOf(reply, viewRole)))
    },
  )
}
