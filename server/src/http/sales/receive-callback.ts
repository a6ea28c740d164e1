import { Type } from 'typebox'
import { receiveCallback } from '../../payments/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { errorResponses } from '../wire/error.ts'

export function addReceiveCallback(app: App, deps: HttpDeps): void {
  app.post(
    '/payments/callbacks/:provider',
    {
      config: { access: 'open' },
      schema: {
        operationId: 'receivePaymentCallback',
        summary: 'A payment provider settles a pending payment',
        description:
          'Signed by the Standard Webhooks scheme (webhook-id, webhook-timestamp, webhook-signature). The body of the sandbox names `payment_id` and `status` (`ok` or `failed`).',
        tags: ['Providers'],
        params: Type.Object({ provider: Type.String() }),
        response: {
          200: Type.Object({ status: Type.Literal('ok') }),
          ...errorResponses(400, 401, 404, 503),
        },
      },
    },
    async (request) => {
      await receiveCallback(
        {
          ...deps,
          onProviderError: (error) =>
            request.log.error({ err: error }, 'a payment provider failed'),
        },
        { provider: request.params.provider, headers: request.headers, rawBody: request.rawBody },
      )
      return { status: 'ok' as const }
    },
  )
}
