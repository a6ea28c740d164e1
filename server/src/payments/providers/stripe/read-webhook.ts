import type { Stripe } from 'stripe'
import { isJsonObject } from '../../../kernel/index.ts'
import { acceptedValues } from '../../credentials/credentials.ts'
import type { CallbackHeaders, CallbackHint } from '../../provider.ts'
import { unreadableCallback } from '../../reasons.ts'
import { idOf } from './read-intent.ts'
import type { StripeAccount } from './stripe-client.ts'
import { stripeErrorOf } from './stripe-errors.ts'

/** The events that a webhook endpoint should send, and that the sweep reads. */
export const stripeEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'setup_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const

const toleranceSeconds = 300

/** The mode that an event says it is of: it decides by which secrets its signature is checked. */
export function modeOfEvent(rawBody: string): boolean {
  const event: unknown = JSON.parse(rawBody) // The edge has parsed it already.
  if (!isJsonObject(event) || typeof event['livemode'] !== 'boolean') throw unreadableCallback()
  return event['livemode']
}

/** An event that is signed with a secret of the account, current or just replaced; null for all else. */
export function verifiedEvent(
  { api, credentials, stored }: StripeAccount,
  { headers, rawBody }: { readonly headers: CallbackHeaders; readonly rawBody: string },
  now: Temporal.Instant,
): Stripe.Event | null {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string') return null
  for (const secret of acceptedValues(credentials, 'webhook_secret', now)) {
    const event = verify(api, rawBody, signature, secret, now)
    if (event === null) continue
    const isOfAnother =
      event.account !== undefined &&
      stored.accountReference !== null &&
      event.account !== stored.accountReference
    return isOfAnother || event.livemode !== stored.livemode ? null : event
  }
  return null
}

function verify(
  api: Stripe,
  rawBody: string,
  signature: string,
  secret: string,
  now: Temporal.Instant,
): Stripe.Event | null {
  try {
    return api.webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now.epochMilliseconds,
    )
  } catch (error) {
    if (stripeErrorOf(error)?.type === 'StripeSignatureVerificationError') return null
    throw error
  }
}

/** What an event is about. What it says besides counts for nothing: the object may have changed since. */
export function hintOf(event: Stripe.Event): CallbackHint {
  const object: unknown = event.data.object
  if (!isJsonObject(object)) return { about: 'nothing' }
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {}
  const { bindery_payment: paymentId, bindery_setup: setupId, bindery_refund: refundId } = metadata
  if (object['object'] === 'refund' && typeof refundId === 'string') {
    return { about: 'refund', refundId }
  }
  if (object['object'] === 'setup_intent' && typeof setupId === 'string') {
    return { about: 'setup', setupId }
  }
  if (object['object'] === 'payment_intent' && typeof paymentId === 'string') {
    return { about: 'payment', paymentId }
  }
  const intent = object['payment_intent']
  const reference = typeof intent === 'string' || isNamed(intent) ? idOf(intent) : null
  if (reference === null) return { about: 'nothing' }
  if (object['object'] === 'refund') return { about: 'own_refund', reference }
  return object['object'] === 'dispute' ? { about: 'reference', reference } : { about: 'nothing' }
}

function isNamed(value: unknown): value is { readonly id: string } {
  return isJsonObject(value) && typeof value['id'] === 'string'
}
