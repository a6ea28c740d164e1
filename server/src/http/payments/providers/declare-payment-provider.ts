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
            'A member of the body is missing or invalid.',
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
            when: 'A method that a version is or was on sale with is no longer listed.',
            example: [{ provider: 'acme_billing', method: 'invoice' }, ['acme-billing version 1']],
          }),
          tooManyProviders,
        ],
      },
      schema: {
        operationId: 'declarePaymentProvider',
        summary: 'Declare a payment provider',
        description:
          'Declares a payment provider of your own that collects outside of the platform, ' +
          'such as invoices that you send yourself. Payment plans can use it with its ' +
          'methods, in both modes and on every process at once. It behaves like `invoice`. ' +
          'Declaring it again replaces its methods; a method that a version is or was on ' +
          'sale with has to stay.',
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
