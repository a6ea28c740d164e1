import { listCredentials } from '../../../payments/index.ts'
import { viewAllowed } from '../../access/allowed.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { exampled } from '../../wire/exampled.ts'
import { allAllowed } from '../../wire/example-ids.ts'
import { named } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { providerCredentialsSchema, viewCredentials } from './credentials.ts'
import { credentialsExample } from './examples.ts'

export function addListCredentials(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/provider_credentials',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'listProviderCredentials',
        summary: 'List your accounts at payment providers',
        description: 'Those of the mode of the key. Secrets are shown by their last characters.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(providerCredentialsSchema)), 'The accounts.', [
            { ...credentialsExample, allowed: allAllowed('set', 'remove', 'check') },
          ]),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const all = await listCredentials(deps, caller)
      const acts = {
        set: ['setProviderCredentials', null],
        remove: ['removeProviderCredentials', null],
        check: ['checkProviderCredentials', null],
      } as const
      return all.map((one) => ({
        ...viewCredentials(one, { insurerId: caller.account.id, links: deps.links }),
        allowed: viewAllowed(request, acts),
      }))
    },
  )
}
