import type { Stripe } from 'stripe'
import { setTimeout as sleep } from 'node:timers/promises'

type StripeError = Stripe.errors.StripeError

/** An answer of Stripe that is an error, and not the lack of one. */
export function stripeErrorOf(error: unknown): StripeError | null {
  const isStripe =
    error instanceof Error && 'type' in error && /^Stripe\w+Error$/.test(String(error.type))
  return isStripe ? (error as StripeError) : null // Only the package makes errors of such types.
}

/** Refused before anything was done: the same request with the same key may follow. */
const refusedTypes = ['StripeInvalidRequestError', 'StripeRateLimitError']

/** The key was revoked, or may not do this: nothing was done, and nothing follows for the customer. */
export function accountRefusal(error: unknown): string | null {
  const refused = stripeErrorOf(error)
  const isOfAccount =
    refused?.type === 'StripeAuthenticationError' || refused?.type === 'StripePermissionError'
  return isOfAccount ? refused.message : null
}

/**
 * What Stripe refused to do at all. A declined card is no such refusal, and neither is a failure of
 * Stripe itself (500), after which nobody knows what was done.
 */
export function refusalOf(
  error: unknown,
): { readonly code: string; readonly reason: string; readonly isBusy: boolean } | null {
  const refused = stripeErrorOf(error)
  if (refused === null || !refusedTypes.includes(refused.type)) return null
  // Another request with this key is running: that one decides.
  if (refused.statusCode === 409) return null
  return {
    code: refused.code ?? refused.rawType ?? 'invalid_request',
    reason: refused.message,
    isBusy: refused.type === 'StripeRateLimitError',
  }
}

const rateLimitTriesMax = 3
const rateLimitPauseMs = 200

/** Asks again for as long as Stripe only says that it is asked too often, which did nothing yet. */
export async function unhurried<Answer>(
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      const isBusy = stripeErrorOf(error)?.type === 'StripeRateLimitError'
      if (!isBusy || tried === rateLimitTriesMax) throw error
      await sleep(rateLimitPauseMs * 2 ** tried, undefined, { signal })
    }
  }
}
