import { createHmac, timingSafeEqual } from 'node:crypto'
import { isJsonObject } from '../../kernel/index.ts'
import { isSigned } from '../../outside/index.ts'
import type { MandateSetup } from '../mandate-setup.ts'
import type { Payment, Refund } from '../payment.ts'
import {
  type ChargeMade,
  type ChargedBack,
  type Decline,
  type NextAction,
  type PaymentProvider,
  type ProviderAnswer,
  type ProviderCallback,
  type RefundFound,
  type SetupAnswer,
  type VoidAnswer,
  refundKey,
} from '../provider.ts'
import { unreadableCallback } from '../reasons.ts'
import {
  readScript,
  scriptOf,
  scriptOfCollection,
  writeMandate,
  writeScript,
} from './sandbox-script.ts'

/**
 * A card-like provider for trying things out, in test mode only. It does what the payment request
 * asks of it (`"sandbox": {"outcome": ...}`) and remembers nothing itself: what it was asked for
 * travels as the reference of the payment, and of the mandate that the payment gives.
 */
export function sandbox(options: {
  readonly secret: Uint8Array
  /** Where the page of its bank is served. */
  readonly publicUrl: string
}): PaymentProvider {
  return {
    name: 'sandbox',
    testModeOnly: true,
    settlesAtOnce: false,
    referenceFor: (asked) => writeScript(scriptOf(asked)),
    charge: (payment, _request, signal) => charge(payment, signal),
    nextAction: (payment) => confirmation(payment, options),
    customerAnswers(payment, { token, isConfirmed }) {
      if (!isConfirmationToken(options.secret, payment.id, token)) return null
      return isConfirmed ? charged(payment) : notConfirmed
    },
    setups: {
      begin: async (setup, signal) => {
        const { outcome } = readScript(setup.reference)
        const isLost = outcome === 'timeout' || outcome === 'unreached'
        return isLost ? noAnswer(signal) : findSetup(setup, setup.createdAt)
      },
      find: async (setup, now) => findSetup(setup, now),
      nextAction: (setup) => confirmation(setup, options),
      customerAnswers: (setup, { token, isConfirmed }) => {
        if (!isConfirmationToken(options.secret, setup.id, token)) return null
        return isConfirmed ? mandateGiven(setup) : notConfirmed
      },
    },
    find: async (payment, now) => find(payment, now),
    referenceForCollection: (mandate, attempt, now) =>
      writeScript(scriptOfCollection(mandate, attempt, now)),
    collect: (payment, _mandate, signal) => charge(payment, signal),
    void: voidCharge,
    refund,
    findRefund: async (asked, payment) => findRefund(asked, payment),
    readCallback: (headers, rawBody, now) =>
      isSigned(headers, rawBody, [options.secret], now) ? parseCallback(rawBody) : null,
  }
}

/** The page of a bank, by an address that nobody else knows. */
function confirmation(
  { id, reference }: Pick<Payment | MandateSetup, 'id' | 'reference'>,
  { secret, publicUrl }: { readonly secret: Uint8Array; readonly publicUrl: string },
): NextAction | null {
  if (readScript(reference).outcome !== 'confirm') return null
  const token = confirmationToken(secret, id)
  return { type: 'redirect', url: `${publicUrl}/sandbox-bank/${id}?token=${token}` }
}

function confirmationToken(secret: Uint8Array, id: string): string {
  return createHmac('sha256', secret).update(`confirm ${id}`).digest('hex')
}

function isConfirmationToken(secret: Uint8Array, id: string, token: string): boolean {
  const expected = Buffer.from(confirmationToken(secret, id))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** What is shown of its only card. */
const cardHint = '•••• 4242'
/** After so long a payment that is `late` is made. */
const lateDays = 3
/** After so long the money of a `charge_back` is taken back. */
const chargeBackDays = 7

/** As it is found when it was made, unless the answer gets lost. */
async function charge(payment: Payment, signal: AbortSignal): Promise<ProviderAnswer> {
  const { outcome } = readScript(payment.reference)
  if (outcome === 'timeout' || outcome === 'unreached') return noAnswer(signal)
  const answer = find(payment, payment.createdAt)
  if (answer.status === 'charged_back') throw new Error('nothing is taken back at once')
  return answer
}

/** A charge whose answer got lost was made; one that waits for its callback still waits. */
function find(payment: Payment, now: Temporal.Instant): ProviderAnswer | ChargedBack {
  switch (readScript(payment.reference).outcome) {
    case 'ok':
    case 'timeout':
      return charged(payment)
    case 'late': {
      const askAgainAt = payment.createdAt.add({ hours: lateDays * 24 })
      const isMade = Temporal.Instant.compare(now, askAgainAt) >= 0
      return isMade ? charged(payment) : { status: 'pending', reference: null, askAgainAt }
    }
    case 'charge_back': {
      const askAgainAt = payment.createdAt.add({ hours: chargeBackDays * 24 })
      const isTakenBack = Temporal.Instant.compare(now, askAgainAt) >= 0
      return isTakenBack ? takenBack : { ...charged(payment), askAgainAt }
    }
    case 'pending':
    case 'confirm':
      return { status: 'pending', reference: null }
    case 'failed':
    case 'soft_decline':
      return declined('card_declined', 'The card was declined.', 'soft')
    case 'hard_decline':
      return declined('card_closed', 'The card was closed.', 'hard')
    case 'revoked':
      return declined('mandate_revoked', 'The mandate was revoked.', 'revoked')
    case 'unreached':
      return declined('unknown_charge', 'There is no such charge.', 'soft')
  }
}

/** The same for a mandate without a payment: what a charge would do, giving the mandate does. */
function findSetup(setup: MandateSetup, now: Temporal.Instant): SetupAnswer {
  switch (readScript(setup.reference).outcome) {
    case 'pending':
    case 'confirm':
      return { status: 'pending' }
    case 'late': {
      const confirmedAt = setup.createdAt.add({ hours: lateDays * 24 })
      const isMade = Temporal.Instant.compare(now, confirmedAt) >= 0
      return isMade ? mandateGiven(setup) : { status: 'pending' }
    }
    case 'failed':
    case 'soft_decline':
    case 'hard_decline':
    case 'revoked':
      return { status: 'failed', errorCode: 'card_declined', reason: 'The card was declined.' }
    case 'unreached':
      return { status: 'failed', errorCode: 'unknown_mandate', reason: 'There is no such mandate.' }
    case 'ok':
    case 'timeout':
    case 'charge_back':
      return mandateGiven(setup)
  }
}

function mandateGiven({ reference }: MandateSetup): SetupAnswer {
  return {
    status: 'ok',
    mandate: { reference: writeMandate(readScript(reference)), hint: cardHint },
  }
}

const takenBack = {
  status: 'charged_back',
  reason: 'The card holder had the money taken back.',
} as const

function declined(errorCode: string, reason: string, decline: Decline): ProviderAnswer {
  return { status: 'failed', errorCode, reason, decline }
}

const notConfirmed = {
  status: 'failed',
  errorCode: 'not_confirmed',
  reason: 'The card holder did not confirm.',
  decline: 'soft',
} as const

async function voidCharge(payment: Payment, signal: AbortSignal): Promise<VoidAnswer> {
  const script = readScript(payment.reference)
  if (script.void === 'timeout') return noAnswer(signal)
  return script.void === 'captured' ? charged(payment) : { status: 'voided' }
}

async function refund(
  asked: Refund,
  payment: Payment,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const plays = readScript(payment.reference).refund
  if (plays === 'timeout') return noAnswer(signal)
  if (plays === 'pending' || plays === 'stuck') return { status: 'pending', reference: null }
  if (plays === 'failed' && asked.attempt === 1) return refundRefused
  return refunded(asked)
}

function findRefund(asked: Refund, payment: Payment): RefundFound {
  const plays = readScript(payment.reference).refund
  if (plays === 'stuck') return { status: 'pending', reference: null }
  return plays === 'failed' && asked.attempt === 1 ? refundRefused : refunded(asked)
}

const refundRefused: ProviderAnswer = {
  status: 'failed',
  errorCode: 'card_closed',
  reason: 'The card was closed.',
}

function refunded(asked: Refund): ProviderAnswer {
  return { status: 'ok', chargeId: null, reference: `sandbox-refund-${refundKey(asked)}` }
}

function charged(payment: Payment): ChargeMade {
  const { amount } = readScript(payment.reference)
  return made(payment, amount === null ? null : { amount, currency: payment.currency })
}

function made(payment: Payment, taken: ChargeMade['taken'] | null): ChargeMade {
  const script = readScript(payment.reference)
  const isFirst = payment.mandateId === null && script.mandate !== 'none'
  return {
    status: 'ok',
    chargeId: `sandbox-charge-${payment.id}`,
    reference: null,
    ...(taken !== null && { taken }),
    ...(isFirst && { mandate: { reference: writeMandate(script), hint: cardHint } }),
  }
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

const callbackStatuses = ['ok', 'failed', 'charged_back'] as const

function parseCallback(rawBody: string): ProviderCallback {
  const body: unknown = rawBody.trim() === '' ? {} : JSON.parse(rawBody) // The edge has parsed it already.
  const {
    payment_id: paymentId,
    mandate_setup_id: setupId,
    status,
    amount,
    currency,
  } = isJsonObject(body) ? body : {}
  if (typeof setupId === 'string' && (status === 'ok' || status === 'failed')) {
    return {
      setupId,
      answerFor: (setup: MandateSetup) => (status === 'ok' ? mandateGiven(setup) : notConfirmed),
    }
  }
  if (typeof paymentId !== 'string' || !callbackStatuses.some((one) => one === status)) {
    throw unreadableCallback()
  }
  if (status === 'failed') {
    return { paymentId, answerFor: () => notConfirmed }
  }
  const isReported = typeof amount === 'number' && typeof currency === 'string'
  const taken = isReported ? { amount, currency } : null
  if (status === 'charged_back') {
    return { paymentId, answerFor: () => ({ ...takenBack, ...(taken !== null && { taken }) }) }
  }
  return { paymentId, answerFor: (payment: Payment) => made(payment, taken) }
}
