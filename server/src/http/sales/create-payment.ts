import { takePayment } from '../../payments/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { errorResponses } from '../wire/error.ts'
import { createPaymentErrors } from '../wire/errors/payment.ts'
import { createPaymentBody, createdPaymentSchema } from '../wire/payment.ts'
import { named } from '../wire/schema.ts'
import { viewCreatedPayment } from '../wire/view-payment.ts'

export function addCreatePayment(app: App, deps: HttpDeps): void {
  app.post(
    '/payments',
    {
      config: { access: 'key', version: 2 },
      schema: {
        operationId: 'createPayment',
        summary: 'Pay for an offer',
        description:
          'Converts an offer into a paid policy. With `status` `ok` the policy is issued; with ' +
          '`pending` the provider decides later; with `failed` the offer can be paid for again.',
        tags: ['Sales'],
        body: named(createPaymentBody),
        response: { 200: named(createdPaymentSchema), ...errorResponses(...createPaymentErrors) },
      },
    },
    async (request) => {
      const { token, provider, method, policy_id: policyId, sandbox } = request.body
      const payment = await takePayment(
        {
          ...deps,
          onDoubt: (error) =>
            request.log.error({ err: error, provider }, 'an answer of a payment provider got lost'),
        },
        {
          caller: callerOf(request),
          token,
          provider,
          method,
          policyId,
          providerOptions: sandbox ?? {},
        },
      )
      return viewCreatedPayment(payment, deps.links)
    },
  )
}
