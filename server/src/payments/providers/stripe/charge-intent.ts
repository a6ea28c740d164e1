import type { Stripe } from 'stripe'
import type { Payment } from '../../payment.ts'
import type { ChargeRequest, PaymentNews, ProviderAnswer } from '../../provider.ts'
import type { OpenedCredentials } from '../../credentials/credentials.ts'
import { type IsRecorded, findLostIntent } from './find-lost-intent.ts'
import { withMandateShown } from './show-mandate.ts'
import { expand, readIntent, readMandate } from './read-intent.ts'
import type { StripeAccount } from './stripe-client.ts'
import { toStripe } from './stripe-amount.ts'
import { refusalOf, stripeErrorOf, unhurried } from './stripe-errors.ts'

/** By which an intent is found again if the answer that named it got lost. */
function metadataOf({ id, policyId }: Payment) {
  return { bindery_payment: id, bindery_policy: policyId }
}

/**
 * Begins a payment. Making an intent moves no money, so that its answer may get lost; only confirming
 * one does, and only an intent that is known by its id is confirmed, here or by the customer.
 */
export async function chargeIntent(
  account: StripeAccount,
  payment: Payment,
  { options, keepsMandate }: ChargeRequest,
  returnUrl: string,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { api, credentials } = account
  const amount = toStripe(payment.amount, payment.currency)
  if (amount === null) return impossible(payment)
  try {
    const customer = keepsMandate ? await newCustomer(api, payment, signal) : null
    const intent = await unhurried(signal, () =>
      api.paymentIntents.create(
        {
          amount,
          currency: payment.currency,
          allowed_payment_method_types: [payment.method],
          metadata: metadataOf(payment),
          ...(customer !== null && { customer, setup_future_usage: 'off_session' as const }),
          ...(payment.method === sepa && { payment_method_options: mandateOptions(credentials) }),
        },
        { idempotencyKey: payment.id },
      ),
    )
    const { payment_method: method, return_url: url } = options
    if (typeof method !== 'string') return asAnswer(readIntent(intent, false))
    const confirmation = {
      payment_method: method,
      return_url: typeof url === 'string' ? url : returnUrl,
      expand,
      // Who sends a payment method has taken the mandate on a page of their own.
      ...(payment.method === sepa && {
        mandate_data: { customer_acceptance: { type: 'offline' as const } },
      }),
    }
    return await confirm(account, payment, intent, confirmation, signal)
  } catch (error) {
    return refused(error)
  }
}

/** Takes an instalment by the mandate, while its customer is not there. */
export async function collectIntent(
  account: StripeAccount,
  payment: Payment,
  by: { readonly reference: string; readonly debitOn: Temporal.PlainDate | null },
  isRecorded: IsRecorded,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { api } = account
  const { reference: mandateReference, debitOn } = by
  const amount = toStripe(payment.amount, payment.currency)
  if (amount === null) return impossible(payment)
  try {
    const { customer, payment_method } = readMandate(mandateReference)
    const lost = await findLostIntent(account, payment, customer, isRecorded)
    if (lost !== null) {
      return asAnswer(await withMandateShown(account, lost, readIntent(lost, true)))
    }
    const intent = await unhurried(signal, () =>
      api.paymentIntents.create(
        {
          amount,
          currency: payment.currency,
          customer,
          payment_method,
          allowed_payment_method_types: [payment.method],
          metadata: metadataOf(payment),
          ...(payment.method === sepa &&
            debitOn !== null && {
              payment_method_options: { sepa_debit: { target_date: debitOn.toString() } },
            }),
        },
        { idempotencyKey: payment.id },
      ),
    )
    return await confirm(account, payment, intent, { off_session: true, expand }, signal)
  } catch (error) {
    return refused(error)
  }
}

const sepa = 'sepa_debit'

/** The price has digits that Stripe cannot take. Trying again would not help. */
function impossible({ amount, currency }: Payment): ProviderAnswer {
  const reason = `Stripe takes no ${amount} minor units of ${currency.toUpperCase()}: the last digit of three has to be 0, or there is no minor unit at Stripe.`
  return { status: 'failed', errorCode: 'amount_not_possible', reason }
}

/** How references of mandates begin that Stripe makes for the insurer. */
export function mandateOptions({ values }: OpenedCredentials) {
  const { mandate_prefix: reference_prefix } = values
  if (reference_prefix === undefined) return {}
  return { sepa_debit: { mandate_options: { reference_prefix } } }
}

/** A declined card is an error to the package, with the intent as it stands since. */
async function confirm(
  account: StripeAccount,
  payment: Payment,
  { id }: Stripe.PaymentIntent,
  params: Stripe.PaymentIntentConfirmParams,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { api } = account
  const isCollected = payment.mandateId !== null
  try {
    const confirmed = await unhurried(signal, () =>
      api.paymentIntents.confirm(id, params, { idempotencyKey: `${payment.id}-confirm` }),
    )
    return asAnswer(await withMandateShown(account, confirmed, readIntent(confirmed, isCollected)))
  } catch (error) {
    const declined = stripeErrorOf(error)
    if (declined?.type !== 'StripeCardError' || declined.payment_intent === undefined) throw error
    return declinedIntent(api, declined.payment_intent, isCollected)
  }
}

/** Nobody is to pay by a declined intent later, unless its customer only has to confirm it. */
async function declinedIntent(
  api: Stripe,
  intent: Stripe.PaymentIntent,
  isCollected: boolean,
): Promise<ProviderAnswer> {
  const answer = asAnswer(readIntent(intent, true))
  if (answer.status === 'failed' && intent.status !== 'canceled') {
    await api.paymentIntents.cancel(intent.id)
  }
  if (answer.status !== 'failed' || isCollected) return answer
  return { ...answer, decline: 'soft' }
}

/** A state that nobody here knows has no answer: it is found, and parked for a person. */
function asAnswer(news: PaymentNews): ProviderAnswer {
  if (news.status === 'unclear') return { status: 'pending', reference: news.reference }
  if (news.status === 'charged_back') throw new Error('nothing is taken back at once')
  return news
}

async function newCustomer(api: Stripe, payment: Payment, signal: AbortSignal): Promise<string> {
  const { id } = await unhurried(signal, () =>
    api.customers.create(
      { metadata: { bindery_policy: payment.policyId } },
      { idempotencyKey: `${payment.id}-customer` },
    ),
  )
  return id
}

/** What Stripe refused was not done. Of anything else nobody knows, so it is thrown. */
function refused(error: unknown): ProviderAnswer {
  const refusal = refusalOf(error)
  if (refusal === null) throw error
  const decline = refusal.isBusy ? 'not_asked' : 'soft'
  return { status: 'failed', errorCode: refusal.code, reason: refusal.reason, decline }
}
