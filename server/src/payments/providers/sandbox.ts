import { type JsonObject, isJsonObject } from '../../kernel/index.ts'
import { isSigned } from '../../outside/index.ts'
import type { Payment, Refund } from '../payment.ts'
import {
  type ChargeMade,
  type PaymentProvider,
  type ProviderAnswer,
  type ProviderCallback,
  type RefundFound,
  type VoidAnswer,
  refundKey,
} from '../provider.ts'
import { unreadableCallback } from '../reasons.ts'

/**
 * A card-like provider for trying things out, in test mode only. It does what the payment request
 * asks of it (`"sandbox": {"outcome": ...}`) and remembers nothing itself: what it was asked for
 * travels as the payment's reference.
 */
export function sandbox(options: { readonly secret: Uint8Array }): PaymentProvider {
  return {
    name: 'sandbox',
    testModeOnly: true,
    settlesAtOnce: false,
    referenceFor: (order) => writeScript(scriptOf(order)),
    charge: (payment, _order, signal) => charge(payment, signal),
    find: async (payment) => find(payment),
    void: voidCharge,
    refund,
    findRefund: async (order, payment) => findRefund(order, payment),
    readCallback: (headers, rawBody, now) =>
      isSigned(headers, rawBody, [options.secret], now) ? parseCallback(rawBody) : null,
  }
}

/**
 * `pending` waits for a callback; with `timeout` the money is taken but the answer gets lost; with
 * `unreached` the request itself does.
 */
export const sandboxOutcomes = ['ok', 'failed', 'pending', 'timeout', 'unreached'] as const
/** What becomes of a pending payment that we give up. */
export const sandboxVoids = ['ok', 'captured', 'timeout'] as const
/**
 * What becomes of a refund: `pending` is confirmed when asked for again, `stuck` never; with
 * `timeout` the money is given back but the answer gets lost; `failed` works when ordered again.
 */
export const sandboxRefunds = ['ok', 'failed', 'pending', 'stuck', 'timeout'] as const

interface Script {
  readonly outcome: (typeof sandboxOutcomes)[number]
  readonly void: (typeof sandboxVoids)[number]
  readonly refund: (typeof sandboxRefunds)[number]
  /** The amount that is taken, where it is not the one that was asked for. */
  readonly amount: number | null
}

function scriptOf(order: JsonObject): Script {
  const { amount } = order
  return {
    outcome: sandboxOutcomes.find((one) => one === order['outcome']) ?? 'ok',
    void: sandboxVoids.find((one) => one === order['void']) ?? 'ok',
    refund: sandboxRefunds.find((one) => one === order['refund']) ?? 'ok',
    amount: Number.isSafeInteger(amount) ? Number(amount) : null,
  }
}

/** Only what is out of the ordinary, for example `sandbox-pending-void_timeout`. */
function writeScript(script: Script): string | null {
  const parts = [
    script.outcome === 'ok' ? [] : script.outcome,
    script.void === 'ok' ? [] : `void_${script.void}`,
    script.refund === 'ok' ? [] : `refund_${script.refund}`,
    script.amount === null ? [] : `amount_${script.amount}`,
  ].flat()
  return parts.length === 0 ? null : ['sandbox', ...parts].join('-')
}

function readScript({ reference }: Payment): Script {
  const parts = reference?.split('-') ?? []
  const after = (name: string) => parts.find((part) => part.startsWith(name))?.slice(name.length)
  return scriptOf({
    outcome: parts[1] ?? null,
    void: after('void_') ?? null,
    refund: after('refund_') ?? null,
    amount: Number(after('amount_') ?? Number.NaN),
  })
}

async function charge(payment: Payment, signal: AbortSignal): Promise<ProviderAnswer> {
  const { outcome } = readScript(payment)
  switch (outcome) {
    case 'ok':
      return charged(payment)
    case 'failed':
      return { status: 'failed', errorCode: 'card_declined', reason: 'The card was declined.' }
    case 'pending':
      return { status: 'pending', reference: null }
    case 'timeout':
    case 'unreached':
      return noAnswer(signal)
  }
}

/** A charge whose answer got lost was made; one that waits for its callback still waits. */
function find(payment: Payment): ProviderAnswer {
  switch (readScript(payment).outcome) {
    case 'ok':
    case 'timeout':
      return charged(payment)
    case 'pending':
      return { status: 'pending', reference: null }
    case 'failed':
      return { status: 'failed', errorCode: 'card_declined', reason: 'The card was declined.' }
    case 'unreached':
      return { status: 'failed', errorCode: 'unknown_charge', reason: 'There is no such charge.' }
  }
}

async function voidCharge(payment: Payment, signal: AbortSignal): Promise<VoidAnswer> {
  const script = readScript(payment)
  if (script.void === 'timeout') return noAnswer(signal)
  return script.void === 'captured' ? charged(payment) : { status: 'voided' }
}

async function refund(
  order: Refund,
  payment: Payment,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const plays = readScript(payment).refund
  if (plays === 'timeout') return noAnswer(signal)
  if (plays === 'pending' || plays === 'stuck') return { status: 'pending', reference: null }
  if (plays === 'failed' && order.attempt === 1) return refundRefused
  return refunded(order)
}

function findRefund(order: Refund, payment: Payment): RefundFound {
  const plays = readScript(payment).refund
  if (plays === 'stuck') return { status: 'pending', reference: null }
  return plays === 'failed' && order.attempt === 1 ? refundRefused : refunded(order)
}

const refundRefused: ProviderAnswer = {
  status: 'failed',
  errorCode: 'card_closed',
  reason: 'The card was closed.',
}

function refunded(order: Refund): ProviderAnswer {
  return { status: 'ok', chargeId: null, reference: `sandbox-refund-${refundKey(order)}` }
}

function charged(payment: Payment): ChargeMade {
  const { amount } = readScript(payment)
  return {
    status: 'ok',
    chargeId: chargeIdOf(payment.id),
    reference: null,
    ...(amount === null ? {} : { taken: { amount, currency: payment.currency } }),
  }
}

function chargeIdOf(paymentId: string): string {
  return `sandbox-charge-${paymentId}`
}

async function noAnswer(signal: AbortSignal): Promise<never> {
  await aborted(signal)
  throw signal.reason
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function parseCallback(rawBody: string): ProviderCallback {
  const body: unknown = rawBody.trim() === '' ? {} : JSON.parse(rawBody) // The edge has parsed it already.
  const { payment_id: paymentId, status, amount, currency } = isJsonObject(body) ? body : {}
  if (typeof paymentId !== 'string' || (status !== 'ok' && status !== 'failed')) {
    throw unreadableCallback()
  }
  if (status === 'failed') {
    const reason = 'The card holder did not confirm.'
    return { paymentId, answer: { status, errorCode: 'not_confirmed', reason } }
  }
  const isTold = typeof amount === 'number' && typeof currency === 'string'
  return {
    paymentId,
    answer: {
      status,
      chargeId: chargeIdOf(paymentId),
      reference: null,
      ...(isTold ? { taken: { amount, currency } } : {}),
    },
  }
}
