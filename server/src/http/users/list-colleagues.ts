import { listUsers } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named, text } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { colleagueExample } from './examples.ts'

export const colleagueSchema = Type.Object(
  { id: text('The person.'), name: text('The name.') },
  {
    $id: 'Colleague',
    description: 'A person to whom tasks are assigned.',
    examples: [colleagueExample],
  },
)

/** Who may see tasks has to know whose they are, without the right to see roles and sessions. */
export function addListColleagues(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/colleagues',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'listColleagues',
        summary: 'List colleagues',
        description:
          'The active people of the account by name: to whom tasks can be assigned, and who ' +
          'wrote notes. Roles, e-mail addresses and sessions are in `/manage/users`.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(colleagueSchema)), 'The people.', [colleagueExample]),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const people = await listUsers(deps.db, caller, caller.account.id)
      return people
        .filter(({ status }) => status === 'active')
        .map(({ id, name }) => ({ id, name }))
    },
  )
}
