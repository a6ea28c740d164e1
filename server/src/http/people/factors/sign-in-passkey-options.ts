import { optionsForSignIn, passkeysNeedName, relyingPartyOf } from '../../../people/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { exampled } from '../../wire/exampled.ts'
import { requestOptionsExample } from './examples.ts'
import { passkeyOptionsSchema } from './passkey.ts'

export function addSignInPasskeyOptions(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/sign_in/passkey/options',
    {
      config: { access: 'open', isRepeatable: true, refuses: [passkeysNeedName] },
      schema: {
        operationId: 'optionsForSignIn',
        summary: 'Begin to sign in with a passkey',
        description:
          'Returns what the browser needs to use a passkey, and a ticket for its answer. No e-mail address is needed.',
        tags: ['People'],
        response: {
          200: exampled(passkeyOptionsSchema, 'Ticket and options.', requestOptionsExample),
        },
      },
    },
    async (request) => {
      const rp = relyingPartyOf(deps.publicUrl, request.headers.origin)
      return optionsForSignIn(deps, rp)
    },
  )
}
