import { Stripe } from 'stripe'

const { webhooks } = new Stripe('sk_test_signer')

/** An event as Stripe sends it. */
export function signedEvent(
  event: object,
  secret: string,
  now: Temporal.Instant,
): { readonly payload: string; readonly headers: Record<string, string> } {
  const payload = JSON.stringify(event)
  const timestamp = Math.floor(now.epochMilliseconds / 1000)
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return { payload, headers }
}
