import {
  type ShownCredentials,
  credentialsNotFound,
  noCredentials,
  removeCredentials,
} from '../../../payments/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { named } from '../../wire/schema.ts'
import { credentialParams, providerCredentialsSchema, viewCredentials } from './credentials.ts'

export function addRemoveCredentials(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/payment_providers/:provider/credentials',
    {
      config: { access: 'manage', refuses: [noCredentials, credentialsNotFound] },
      schema: {
        operationId: 'removeProviderCredentials',
        summary: 'Remove your account at a payment provider',
        description:
          'Nobody can pay by the provider any more, in the mode of the key, and what is pending ' +
          'or refunded there stays in doubt until credentials of the same account are stored.',
        tags: ['Management'],
        params: credentialParams,
        response: { 200: named(providerCredentialsSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const view = (removed: ShownCredentials) =>
        viewCredentials(removed, { insurerId: caller.account.id, links: deps.links })
      const { provider } = request.params
      return view(await removeCredentials(deps, caller, provider, replayOf(reply, view)))
    },
  )
}
