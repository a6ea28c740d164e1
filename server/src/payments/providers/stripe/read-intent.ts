import type { Stripe } from 'stripe'
import type { Decline, PaymentNews, ProviderAnswer, SetupAnswer } from '../../provider.ts'
import { fromStripe } from './stripe-amount.ts'

/** What is read with every intent: the last digits of the card, and whether the charge is disputed. */
export const expand = ['payment_method', 'latest_charge']

/** What is named by its id, or came whole because it was asked for. */
export function idOf(named: string | { readonly id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null)
}

/** How a payment stands by its intent. `isCollected`: its customer is not there. */
export function readIntent(intent: Stripe.PaymentIntent, isCollected: boolean): PaymentNews {
  const reference = intent.id
  switch (intent.status) {
    case 'succeeded':
      return {
        status: 'ok',
        chargeId: idOf(intent.latest_charge),
        reference,
        taken: takenBy(intent),
        ...mandateOf(intent, isCollected),
      }
    case 'processing':
      return { status: 'pending', reference, isProcessing: true, ...mandateOf(intent, isCollected) }
    case 'requires_action':
      return { status: 'pending', reference, ...(isCollected && { needsCustomer: true as const }) }
    case 'requires_confirmation':
      return { status: 'pending', reference }
    case 'requires_payment_method':
      // Who pays by card is still on the page after a decline; a debit is refused days later.
      return isCollected || isRefusedDebit(intent)
        ? declineOf(intent)
        : { status: 'pending', reference }
    case 'canceled':
      return {
        status: 'failed',
        errorCode: 'canceled',
        reason: 'The payment was cancelled at Stripe.',
        decline: 'soft',
      }
    default: {
      const reason = `Stripe reports the state "${intent.status}" of ${intent.id}, which is unknown here.`
      return { status: 'unclear', reference, reason }
    }
  }
}

function takenBy({ amount_received: received, currency }: Stripe.PaymentIntent) {
  return { amount: fromStripe(received, currency), currency }
}

function isRefusedDebit({
  payment_method_types: types,
  last_payment_error: error,
}: Stripe.PaymentIntent) {
  return types.includes('sepa_debit') && error !== null
}

/** Of a collection that was not made: the customer has to confirm it, or the card was declined. */
function declineOf({ id, last_payment_error: error }: Stripe.PaymentIntent): ProviderAnswer {
  if (error === null) return { status: 'pending', reference: id }
  if (
    error.code === 'authentication_required' ||
    error.decline_code === 'authentication_required'
  ) {
    return { status: 'pending', reference: id, needsCustomer: true }
  }
  return {
    status: 'failed',
    errorCode: error.decline_code ?? error.code ?? 'declined',
    reason: error.message ?? 'The payment was declined.',
    decline: kindOfDecline(error),
  }
}

const hardDeclines = new Set([
  'account_closed',
  'bank_account_restricted',
  'bank_account_unusable',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'no_account',
  'pickup_card',
  'restricted_card',
  'sepa_unsupported_account',
  'revocation_of_all_authorizations',
  'stolen_card',
  'transaction_not_allowed',
])
const revocations = new Set([
  'debit_not_authorized',
  'payment_intent_mandate_invalid',
  'payment_method_unactivated',
  'revocation_of_authorization',
  'stop_payment_order',
])

/** Whether trying again may help. What Stripe advises counts before the bank's reason. */
function kindOfDecline(error: {
  readonly advice_code?: string
  readonly code?: string
  readonly decline_code?: string
}): Decline {
  const codes = [error.decline_code ?? '', error.code ?? '']
  if (codes.some((code) => revocations.has(code))) return 'revoked'
  if (error.advice_code === 'do_not_try_again') return 'hard'
  return codes.some((code) => hardDeclines.has(code)) ? 'hard' : 'soft'
}

function mandateOf(intent: Stripe.PaymentIntent, isCollected: boolean) {
  const customer = idOf(intent.customer)
  const method = idOf(intent.payment_method)
  if (isCollected || intent.setup_future_usage !== 'off_session') return {}
  if (customer === null || method === null) return {}
  return { mandate: newMandate(customer, method, intent.payment_method) }
}

function newMandate(
  customer: string,
  method: string,
  details: string | Stripe.PaymentMethod | null,
) {
  const last4 = typeof details === 'object' ? lastDigits(details) : null
  const hint = last4 === null ? {} : { hint: `•••• ${last4}` }
  return { reference: `${customer} ${method}`, ...hint }
}

/** Of the card, or of the account that is debited. */
function lastDigits(details: Stripe.PaymentMethod | null): string | null {
  return details?.card?.last4 ?? details?.sepa_debit?.last4 ?? null
}

/** The customer and the payment method that a mandate names. */
export function readMandate(reference: string): { customer: string; payment_method: string } {
  const [customer, payment_method] = reference.split(' ')
  if (customer === undefined || payment_method === undefined) {
    throw new Error('a mandate of Stripe names a customer and a payment method')
  }
  return { customer, payment_method }
}

/** How a mandate that is given without a payment stands. */
export function readSetup(intent: Stripe.SetupIntent): SetupAnswer {
  const customer = idOf(intent.customer)
  const method = idOf(intent.payment_method)
  if (intent.status === 'succeeded' && customer !== null && method !== null) {
    return { status: 'ok', mandate: newMandate(customer, method, intent.payment_method) }
  }
  if (intent.status === 'canceled') {
    const reason = 'The setup was cancelled at Stripe.'
    return { status: 'failed', errorCode: 'canceled', reason }
  }
  return { status: 'pending', reference: intent.id }
}

/** How a refund stands. What is unknown here is pending until a person looks. */
export function readRefund(refund: Stripe.Refund): ProviderAnswer {
  const { id: reference } = refund
  switch (refund.status) {
    case 'succeeded':
      return { status: 'ok', chargeId: null, reference }
    case 'failed':
    case 'canceled': {
      const errorCode = refund.failure_reason ?? refund.status
      const reason = `The refund ${refund.status === 'failed' ? 'failed' : 'was cancelled'} at Stripe: ${errorCode}.`
      return { status: 'failed', errorCode, reason }
    }
    default:
      return { status: 'pending', reference }
  }
}
