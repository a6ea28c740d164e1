import { checkCredentials, credentialsNotFound, noCredentials } from '../../../payments/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { named } from '../../wire/schema.ts'
import { credentialCheckSchema, credentialParams, viewCheck } from './credentials.ts'

export function addCheckCredentials(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/payment_providers/:provider/check',
    {
      config: {
        access: 'manage',
        isRepeatable: true,
        refuses: [noCredentials, credentialsNotFound],
      },
      schema: {
        operationId: 'checkProviderCredentials',
        summary: 'Check your account at a payment provider',
        description:
          'Asks the provider whose credentials these are, and whether money can be taken with ' +
          'them. No money moves.',
        tags: ['Management'],
        params: credentialParams,
        response: { 200: named(credentialCheckSchema) },
      },
    },
    async (request) => {
      const { provider } = request.params
      return viewCheck(await checkCredentials(deps, callerOf(request), provider))
    },
  )
}
