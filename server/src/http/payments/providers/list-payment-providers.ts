import { Type } from '../../wire/type.ts'
import { listPaymentProviders } from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import { viewAllowed } from '../../access/allowed.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { paymentProvidersExample } from './examples.ts'
import { paymentProviderSchema, viewPaymentProvider } from './payment-provider.ts'

export function addListPaymentProviders(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/payment_providers',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'listPaymentProviders',
        summary: 'List payment providers',
        description:
          'All payment providers that your payment plans can use: those of the platform, ' +
          'then your own.',
        tags: ['Management'],
        response: {
          200: exampled(
            Type.Array(named(paymentProviderSchema)),
            'The payment providers.',
            paymentProvidersExample,
          ),
        },
      },
    },
    async (request) =>
      (await listPaymentProviders(deps.db, callerOf(request))).map((provider) => {
        const acts = { remove: ['removePaymentProvider', provider.refusalOfRemoval] } as const
        return { ...viewPaymentProvider(provider), allowed: viewAllowed(request, acts) }
      }),
  )
}
