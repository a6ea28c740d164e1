import { Type } from '../wire/type.ts'
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

/** Of the Standard Webhooks scheme. A request without them is refused as unsigned. */
const signatureHeaders = Type.Object({
  'webhook-id': Type.Optional(text('The id of the message.')),
  'webhook-timestamp': Type.Optional(text('When the message was sent, in seconds since 1970.')),
  'webhook-signature': Type.Optional(
    text(
      '`v1,` and the HMAC-SHA256 of id, timestamp and body in base64. Spaces separate several signatures.',
    ),
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
        summary: 'Report the outcome of a payment',
        description:
          'Called by payment providers, not by distributors. Signed according to Standard ' +
          'Webhooks. The body depends on the provider: the sandbox sends `payment_id` and ' +
          '`status` (`ok`, `failed` or `charged_back`), and optionally the `amount` and ' +
          '`currency` that were taken. Repeating a call changes nothing. Late calls are ' +
          'recorded too: money that can no longer be applied is refunded, and a call that ' +
          'contradicts an earlier one is left for manual resolution.',
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
