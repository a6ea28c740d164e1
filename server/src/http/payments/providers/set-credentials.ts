import { credentialInvalid, noCredentials, setCredentials } from '../../../payments/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { missingMember } from '../../reasons.ts'
import { named } from '../../wire/schema.ts'
import {
  credentialParams,
  providerCredentialsSchema,
  setCredentialsBody,
  viewCredentials,
} from './credentials.ts'

export function addSetCredentials(app: App, deps: HttpDeps): void {
  app.put(
    '/manage/payment_providers/:provider/credentials',
    {
      config: {
        access: 'manage',
        refuses: [missingMember('fields'), noCredentials, credentialInvalid],
      },
      schema: {
        operationId: 'setProviderCredentials',
        summary: 'Set your account at a payment provider',
        description:
          'Stores the credentials of your account at a provider, sealed, for the mode of the ' +
          'key. Repeat it to rotate them. Callbacks that are signed with the secret before are ' +
          'accepted for 72 hours more.',
        tags: ['Management'],
        params: credentialParams,
        body: named(setCredentialsBody),
        response: { 200: named(providerCredentialsSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const { provider } = request.params
      const { fields } = request.body
      const stored = await setCredentials(deps, caller, { provider, fields })
      return viewCredentials(stored, { insurerId: caller.account.id, links: deps.links })
    },
  )
}
