import {
  declarePaymentProvider,
  providerInUse,
  providerReserved,
  tooManyProviders,
} from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember } from '../../reasons.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { named } from '../../wire/schema.ts'
import {
  declarePaymentProviderBody,
  paymentProviderSchema,
  viewPaymentProvider,
} from './payment-provider.ts'

export function addDeclarePaymentProvider(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/payment_providers',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember(
            'Members of the body are missing or not as described.',
            {
              code: 'invalid_value',
              field: 'name',
              rules: ['regex'],
              params: { regex: ['^[a-z][a-z0-9]*([_-][a-z0-9]+)*$'] },
            },
            { code: 'required', field: 'methods', rules: ['required'] },
          ),
          providerReserved,
          providerInUse.listed({
            when: 'A method that versions have been on sale with is not listed any more.',
            example: [{ provider: 'acme_billing', method: 'invoice' }, ['acme-billing version 1']],
          }),
          tooManyProviders,
        ],
      },
      schema: {
        operationId: 'declarePaymentProvider',
        summary: 'Declare a payment provider',
        description:
          'One that collects outside of the platform under a name of your own, such as the invoices that ' +
          'you send yourself. Payment plans may name it with its methods, in both modes and on every ' +
          'process at once, and it behaves as `invoice` does. Declared again, it has the methods that ' +
          'are listed then; a method that a version has been on sale with stays.',
        tags: ['Management'],
        body: named(declarePaymentProviderBody),
        response: { 200: named(paymentProviderSchema) },
      },
    },
    async (request, reply) => {
      const replay = replayOf(reply, viewPaymentProvider)
      return viewPaymentProvider(
        await declarePaymentProvider(deps, callerOf(request), request.body, replay),
      )
    },
  )
}
