import { accountNotFound, listUsers } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { userExample } from './examples.ts'
import { accountIn, userQuery, userSchema, viewUser } from './user.ts'

export function addListUsers(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/users',
    {
      config: { access: 'shared', refuses: [accountNotFound] },
      schema: {
        operationId: 'listUsers',
        summary: 'List people',
        description: 'The people of an account by name, then those who are invited.',
        tags: ['Management'],
        querystring: userQuery,
        response: { 200: exampled(Type.Array(named(userSchema)), 'The people.', [userExample]) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      return (await listUsers(deps.db, caller, accountIn(request.query, caller))).map(viewUser)
    },
  )
}
