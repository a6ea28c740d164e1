import {
  providerInUse,
  providerNotFound,
  removePaymentProvider,
} from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { named } from '../../wire/schema.ts'
import { paymentProviderSchema, providerParams, viewPaymentProvider } from './payment-provider.ts'

export function addRemovePaymentProvider(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/payment_providers/:provider',
    {
      config: { access: 'manage', refuses: [providerNotFound, providerInUse] },
      schema: {
        operationId: 'removePaymentProvider',
        summary: 'Remove a payment provider',
        description:
          'New versions can no longer use the provider. Refused while a version that is or ' +
          'was on sale uses it, because policies of that version still pay with it. The ' +
          'response shows the removed provider.',
        tags: ['Management'],
        params: providerParams,
        response: { 200: named(paymentProviderSchema) },
      },
    },
    async (request, reply) => {
      const replay = replayOf(reply, viewPaymentProvider)
      const { provider } = request.params
      return viewPaymentProvider(
        await removePaymentProvider(deps, callerOf(request), provider, replay),
      )
    },
  )
}
