import { allAllowed } from '../../wire/example-ids.ts'
import { selectPasskeys } from '../../../people/index.ts'
import { personOf, refusalOfOwner } from '../../access/access.ts'
import { viewAllowed } from '../../access/allowed.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { passkeyExample } from './examples.ts'
import { passkeySchema, viewPasskey } from './passkey.ts'

export function addListPasskeys(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/me/passkeys',
    {
      config: { access: 'self', opensSecondFactor: true, refuses: [needsPerson] },
      schema: {
        operationId: 'listPasskeys',
        summary: 'List your passkeys',
        description: 'The passkeys by which you sign in, oldest first.',
        tags: ['People'],
        response: {
          200: exampled(Type.Array(named(passkeySchema)), 'Your passkeys.', [
            { ...passkeyExample, allowed: allAllowed('remove') },
          ]),
        },
      },
    },
    async (request) => {
      const person = personOf(request)
      const passkeys = await selectPasskeys(deps.db, person.user.id)
      const allowed = viewAllowed(request, { remove: ['removePasskey', refusalOfOwner(person)] })
      return passkeys.map((passkey) => ({ ...viewPasskey(passkey), allowed }))
    },
  )
}
