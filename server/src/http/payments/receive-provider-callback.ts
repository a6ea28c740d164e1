import {
  callbackNotTaken,
  noCallbacks,
  receiveHint,
  unreadableCallback,
  unsignedCallback,
} from '../../payments/index.ts'
import type { AccountId } from '../../kernel/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { unavailable } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { okSchema } from '../wire/ok.ts'
import { named, pathId, text } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { providerEventExample } from './examples.ts'

export function addReceiveProviderCallback(app: App, deps: HttpDeps): void {
  app.post(
    '/payments/callbacks/:provider/:insurerId',
    {
      config: {
        access: 'open',
        refuses: [unsignedCallback, noCallbacks, callbackNotTaken, unreadableCallback, unavailable],
      },
      schema: {
        operationId: 'receiveProviderCallback',
        summary: 'Report that something has happened at a payment provider',
        description:
          'Called by payment providers at which an insurer has an account of its own, such as ' +
          'Stripe. Signed with the secret of that account; for 72 hours after a rotation also ' +
          'with the one before. The content of a callback counts for nothing: the provider is ' +
          'asked about the object that it names. So callbacks may be repeated, come in any ' +
          'order, or get lost: what they miss is found within an hour or two.',
        tags: ['Payment providers'],
        params: Type.Object({
          provider: pathId('The payment provider.', 'stripe'),
          insurerId: pathId('The account of the insurer.', ids.insurer),
        }),
        headers: Type.Object({
          'stripe-signature': Type.Optional(
            text('`t=`, when it was sent, and `v1=`, the HMAC-SHA256 of that time and the body.'),
          ),
        }),
        body: Type.Unsafe<object>({ type: 'object', examples: [providerEventExample] }),
        response: { 200: named(okSchema) },
      },
    },
    async (request) => {
      const { headers, rawBody } = request
      const { provider, insurerId } = request.params
      // Only looked up.
      await receiveHint(deps, { provider, insurerId: insurerId as AccountId, headers, rawBody })
      return { status: 'ok' as const }
    },
  )
}
