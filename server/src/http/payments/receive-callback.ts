import { Type } from 'typebox'
import {
  receiveCallback,
  noCallbacks,
  paymentNotFound,
  unreadableCallback,
  unsignedCallback,
} from '../../payments/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { callbackExample } from './examples.ts'
import { okSchema } from '../wire/ok.ts'
import { named, pathId, text } from '../wire/schema.ts'
import { unavailable } from '../reasons.ts'

/** Of the Standard Webhooks scheme. What is missing is refused as not signed. */
const signatureHeaders = Type.Object({
  'webhook-id': Type.Optional(text('The id of the message.')),
  'webhook-timestamp': Type.Optional(text('When it was sent, in seconds since 1970.')),
  'webhook-signature': Type.Optional(
    text('`v1,` and the HMAC-SHA256 of id, timestamp and body in base64; several by spaces.'),
  ),
})

export function addReceiveCallback(app: App, deps: HttpDeps): void {
  app.post(
    '/payments/callbacks/:provider',
    {
      config: {
        access: 'open',
        refuses: [unsignedCallback, noCallbacks, paymentNotFound, unreadableCallback, unavailable],
      },
      schema: {
        operationId: 'receivePaymentCallback',
        summary: 'Settle a pending payment',
        description:
          'Called by a payment provider, not by distributors; signed by the Standard Webhooks scheme. ' +
          'What the body says is up to the provider: the sandbox names `payment_id` and `status` ' +
          '(`ok`, `failed` or `charged_back`), and may name the `amount` and `currency` that were taken. Calling again ' +
          'with the same outcome changes nothing. What comes late is written down too: money that can ' +
          'no longer be applied is given back, and what contradicts an earlier call is left to a person.',
        tags: ['Payment providers'],
        params: Type.Object({ provider: pathId('The payment provider.', 'sandbox') }),
        headers: signatureHeaders,
        body: Type.Unsafe<object>({ type: 'object', examples: [callbackExample] }),
        response: { 200: named(okSchema) },
      },
    },
    async (request) => {
      const { headers, rawBody } = request
      await receiveCallback(deps, { provider: request.params.provider, headers, rawBody })
      return { status: 'ok' as const }
    },
  )
}
