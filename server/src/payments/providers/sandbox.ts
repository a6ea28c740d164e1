import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal, isJsonObject } from '../../kernel/index.ts'
import type { Payment } from '../payment.ts'
import type {
  CallbackHeaders,
  PaymentProvider,
  ProviderAnswer,
  ProviderCallback,
} from '../provider.ts'

/**
 * A card-like provider for trying things out, in test mode only. It does what the payment request
 * asks of it (`"sandbox": {"outcome": ...}`): `ok`, `failed`, `pending` until a signed callback
 * arrives, or `timeout`, where the money is taken but the answer gets lost. It remembers nothing
 * itself: the outcome travels as the payment's reference.
 */
export function sandbox(options: { readonly secret: string }): PaymentProvider {
  return {
    name: 'sandbox',
    testModeOnly: true,
    settlesAtOnce: false,
    charge: (payment, order, signal) => answerAs(outcomeOf(order['outcome']), payment, signal),
    find: (payment) => Promise.resolve(findLater(payment)),
    refund: (refund) =>
      Promise.resolve({ status: 'ok', chargeId: null, reference: `sandbox-refund-${refund.id}` }),
    readCallback: (headers, rawBody, now) => readCallback(options.secret, headers, rawBody, now),
  }
}

export const sandboxOutcomes = ['ok', 'failed', 'pending', 'timeout'] as const
type Outcome = (typeof sandboxOutcomes)[number]

function outcomeOf(value: unknown): Outcome {
  return sandboxOutcomes.find((outcome) => outcome === value) ?? 'ok'
}

async function answerAs(
  outcome: Outcome,
  payment: Payment,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  switch (outcome) {
    case 'ok':
      return charged(payment)
    case 'failed':
      return { status: 'failed', errorCode: 'card_declined', reason: 'The card was declined.' }
    case 'pending':
      return { status: 'pending', reference: 'sandbox-pending' }
    case 'timeout':
      await aborted(signal)
      throw signal.reason
  }
}

/** A charge whose answer got lost was made; one that waits for its callback still waits. */
function findLater(payment: Payment): ProviderAnswer {
  return payment.reference === 'sandbox-pending'
    ? { status: 'pending', reference: payment.reference }
    : charged(payment)
}

function charged(payment: Payment): ProviderAnswer {
  return { status: 'ok', chargeId: `sandbox-charge-${payment.id}`, reference: null }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

const toleranceSeconds = 300

/** Signed by the Standard Webhooks scheme: an HMAC over id, timestamp and the body as it came. */
function readCallback(
  secret: string,
  headers: CallbackHeaders,
  rawBody: string,
  now: Temporal.Instant,
): ProviderCallback | null {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signature } = headers
  if (typeof id !== 'string' || typeof sentAt !== 'string' || typeof signature !== 'string') {
    return null
  }
  const ageSeconds = Math.abs(now.epochMilliseconds / 1000 - Number(sentAt))
  if (!(ageSeconds <= toleranceSeconds)) return null
  const expected = signSandboxCallback(secret, id, sentAt, rawBody)
  if (!signature.split(' ').some((one) => isSame(one, expected))) return null
  return parseCallback(rawBody)
}

export function signSandboxCallback(
  secret: string,
  id: string,
  timestamp: string,
  rawBody: string,
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${rawBody}`).digest('base64')}`
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function parseCallback(rawBody: string): ProviderCallback {
  const body: unknown = rawBody.trim() === '' ? {} : JSON.parse(rawBody) // The edge has parsed it already.
  const { payment_id: paymentId, status } = isJsonObject(body) ? body : {}
  if (typeof paymentId !== 'string' || (status !== 'ok' && status !== 'failed')) {
    throw new Refusal(
      'malformed_request',
      'The callback must name a payment_id and a status, which is ok or failed.',
    )
  }
  if (status === 'ok') {
    const chargeId = `sandbox-charge-${paymentId}`
    return { paymentId, answer: { status, chargeId, reference: null } }
  }
  const reason = 'The card holder did not confirm.'
  return { paymentId, answer: { status, errorCode: 'not_confirmed', reason } }
}
