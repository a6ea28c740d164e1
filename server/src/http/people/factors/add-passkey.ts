import {
  addPasskey,
  passkeyNotValid,
  passkeysNeedName,
  relyingPartyOf,
  ticketExpired,
} from '../../../people/index.ts'
import { ownerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { missingMember, needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { passkeyExample } from './examples.ts'
import { addPasskeyBody, passkeySchema, viewPasskey } from './passkey.ts'

export function addAddPasskey(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/me/passkeys',
    {
      config: {
        access: 'self',
        opensSecondFactor: true,
        isRepeatable: true,
        refuses: [
          needsPerson,
          missingMember('name'),
          ticketExpired,
          passkeyNotValid,
          passkeysNeedName,
        ],
      },
      schema: {
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description: 'You can sign in with it from now on, without password and code.',
        tags: ['People'],
        body: named(addPasskeyBody),
        response: { 200: exampled(named(passkeySchema), 'The passkey.', passkeyExample) },
      },
    },
    async (request) => {
      const person = ownerOf(request)
      const rp = relyingPartyOf(deps.publicUrl, request.headers.origin)
      return viewPasskey(await addPasskey(deps, rp, person, request.body, request.cameFrom))
    },
  )
}
