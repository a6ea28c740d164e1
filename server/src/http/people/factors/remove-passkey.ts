import { lastPasskey, passkeyNotFound, removePasskey } from '../../../people/index.ts'
import { ownerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named, pathId } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { passkeyExample, passkeyId } from './examples.ts'
import { passkeySchema, viewPasskey } from './passkey.ts'

export function addRemovePasskey(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/me/passkeys/:passkeyId',
    {
      config: {
        access: 'self',
        opensSecondFactor: true,
        isRepeatable: true,
        refuses: [needsPerson, passkeyNotFound, lastPasskey],
      },
      schema: {
        operationId: 'removePasskey',
        summary: 'Remove a passkey',
        description:
          'Nobody can sign in with it any more. Sessions that it began go on. The last one stays if you have no other way to sign in.',
        tags: ['People'],
        params: Type.Object({ passkeyId: pathId('The passkey.', passkeyId) }),
        response: { 200: exampled(named(passkeySchema), 'The removed passkey.', passkeyExample) },
      },
    },
    async (request) => {
      const person = ownerOf(request)
      const { passkeyId: id } = request.params
      return viewPasskey(await removePasskey(deps, person, id, request.cameFrom))
    },
  )
}
