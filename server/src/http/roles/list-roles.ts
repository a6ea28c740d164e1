import { readRefusalAlone } from '../../approvals/index.ts'
import { allAllowed } from '../wire/example-ids.ts'
import { accountNotFound, listRoles } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { roleExample } from './examples.ts'
import { accountIn, roleQuery, roleSchema, viewRole } from './role.ts'

export function addListRoles(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/roles',
    {
      config: { access: 'shared', refuses: [accountNotFound] },
      schema: {
        operationId: 'listRoles',
        summary: 'List roles',
        description: 'The built-in roles, then those that the account has made itself.',
        tags: ['Management'],
        querystring: roleQuery,
        response: {
          200: exampled(Type.Array(named(roleSchema)), 'The roles.', [
            { ...roleExample, allowed: allAllowed('change', 'delete') },
          ]),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const accountId = accountIn(request.query, caller)
      const alone = (await readRefusalAlone(deps.db, caller))({ kind: 'role_changes', money: null })
      return (await listRoles(deps, caller, { accountId })).map(({ role, refusals }) => {
        const acts = {
          change: ['changeRole', refusals.change ?? alone],
          delete: ['deleteRole', refusals.delete ?? alone],
        } as const
        return { ...viewRole(role), allowed: viewAllowed(request, acts) }
      })
    },
  )
}
