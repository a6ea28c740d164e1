import {
  accountNotFound,
  deleteRole,
  roleBuiltIn,
  roleInUse,
  roleNotFound,
} from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { named } from '../wire/schema.ts'
import { accountIn, roleParams, roleQuery, roleSchema, viewRole } from './role.ts'

export function addDeleteRole(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/roles/:role',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        refuses: [roleBuiltIn, roleInUse, roleNotFound, accountNotFound],
      },
      schema: {
        operationId: 'deleteRole',
        summary: 'Delete a role',
        description:
          'Refused while a key that works has the role. The response shows the deleted role.',
        tags: ['Management'],
        params: roleParams,
        querystring: roleQuery,
        response: { 200: named(roleSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const role = { accountId: accountIn(request.query, caller), key: request.params.role }
      return viewRole(await deleteRole(deps, caller, role, replayOf(reply, viewRole)))
    },
  )
}
