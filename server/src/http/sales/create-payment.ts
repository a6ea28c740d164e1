import { takePayment } from '../../payments/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { errorResponses } from '../wire/error.ts'
import { createPaymentBody, createdPaymentSchema, viewCreatedPayment } from '../wire/payment.ts'

export function addCreatePayment(app: App, deps: HttpDeps): void {
  app.post(
    '/payments',
    {
      config: { access: 'key', version: 2 },
      schema: {
        operationId: 'createPayment',
        summary: 'Pay for an offer',
        description:
          'Converts an offer into a paid policy. `status` is `ok` when the policy is issued.',
        tags: ['Sales'],
        body: createPaymentBody,
        response: {
          200: createdPaymentSchema,
          ...errorResponses(400, 401, 404, 406, 409, 422, 429, 503),
        },
      },
    },
    async (request) => {
      const { token, provider, method, policy_id: policyId, sandbox } = request.body
      const payment = await takePayment(
        {
          ...deps,
          onProviderError: (error) =>
            request.log.error({ err: error, provider }, 'a payment provider failed'),
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
