import { changeName } from '../../../people/index.ts'
import { ownerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember, needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { personExample } from '../examples.ts'
import { userSchema, viewPerson } from '../person.ts'
import { changeMeExample } from './examples.ts'

export const changeMeBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200, description: 'Your name.' }) },
  { $id: 'ChangeMe', examples: [changeMeExample] },
)

export function addChangeMe(app: App, deps: HttpDeps): void {
  app.patch(
    '/manage/me',
    {
      config: {
        access: 'self',
        isRepeatable: true,
        refuses: [
          invalidMember('`name` is missing or invalid.', {
            code: 'required',
            field: 'name',
            rules: ['required'],
          }),
          needsPerson,
        ],
      },
      schema: {
        operationId: 'changeMe',
        summary: 'Change your name',
        description:
          'Your name is shown to the people of your accounts, and in the audit log by your id.',
        tags: ['People'],
        body: named(changeMeBody),
        response: {
          200: exampled(named(userSchema), 'You.', { ...personExample, ...changeMeExample }),
        },
      },
    },
    async (request) => {
      const person = ownerOf(request)
      return viewPerson(await changeName(deps, person, request.body.name, request.cameFrom))
    },
  )
}
