import {
  accountNotFound,
  changeRole,
  grantExceedsOwn,
  limitNotPossible,
  roleBuiltIn,
  roleDistributorNotFound,
  roleNotFound,
  roleProductNotFound,
  unknownPermission,
} from '../../management/index.ts'
import { lastAdministrator } from '../../people/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { changedRoleExample } from './examples.ts'
import {
  accountIn,
  changeRoleBody,
  readGrants,
  roleParams,
  roleQuery,
  roleSchema,
  viewRole,
} from './role.ts'

export function addChangeRole(app: App, deps: HttpDeps): void {
  app.patch(
    '/manage/roles/:role',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        refuses: [
          invalidMember('A member of the body is invalid.', {
            code: 'invalid_value',
            field: 'grants',
            rules: ['minItems'],
            params: { minItems: ['1'] },
          }),
          roleBuiltIn,
          unknownPermission,
          limitNotPossible,
          roleProductNotFound,
          roleDistributorNotFound,
          grantExceedsOwn,
          lastAdministrator,
          roleNotFound,
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'changeRole',
        summary: 'Change a role',
        description:
          'Omitted members stay unchanged; `grants` replaces all grants. The change applies to ' +
          'every key and person that has the role, from the next request on.',
        tags: ['Management'],
        params: roleParams,
        querystring: roleQuery,
        body: named(changeRoleBody),
        response: { 200: exampled(named(roleSchema), 'The role.', changedRoleExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { name, description, grants } = request.body
      const change = {
        accountId: accountIn(request.query, caller),
        key: request.params.role,
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(grants === undefined ? {} : { grants: readGrants(grants) }),
      }
      return viewRole(await changeRole(deps, caller, change, replayOf(reply, viewRole)))
    },
  )
}
