import type { Stripe } from 'stripe'
import type { Payment } from '../../payment.ts'
import type { ChargedBack, PaymentNews, VoidAnswer } from '../../provider.ts'
import { findByMetadata } from './find-by-metadata.ts'
import { withMandateShown } from './show-mandate.ts'
import { expand, readIntent } from './read-intent.ts'
import { fromStripe } from './stripe-amount.ts'
import type { StripeAccount } from './stripe-client.ts'
import { stripeErrorOf } from './stripe-errors.ts'

/** The intent of a payment: by its id, or by its metadata if the answer that named it got lost. */
export async function intentOf(
  { api }: StripeAccount,
  payment: Payment,
): Promise<Stripe.PaymentIntent | null> {
  const { id, reference } = payment
  if (reference !== null) return api.paymentIntents.retrieve(reference, { expand })
  return findByMetadata(id, 'bindery_payment', (created) =>
    api.paymentIntents.list({ created, limit: 100, expand: expand.map((name) => `data.${name}`) }),
  )
}

/**
 * How a payment stands. A collection that was never confirmed, because the process ended before, is
 * cancelled: from then on it cannot be confirmed any more, and may be tried anew.
 */
export async function findPaymentNews(
  account: StripeAccount,
  payment: Payment,
): Promise<PaymentNews> {
  const intent = await intentOf(account, payment)
  if (intent === null) return unknownCharge
  const isCollected = payment.mandateId !== null
  if (isCollected && isUnconfirmed(intent)) {
    const voided = await cancel(account, payment, intent)
    return voided.status === 'voided' ? neverConfirmed : voided
  }
  const news = await withMandateShown(account, intent, readIntent(intent, isCollected))
  if (news.status === 'ok') return (await lostDispute(account, intent)) ?? news
  if (news.status !== 'failed' || intent.status === 'canceled') return news
  // Nobody is to pay by it later, while the next try is under way.
  const voided = await cancel(account, payment, intent)
  return voided.status === 'voided' ? news : voided
}

/** The card holder disputed the payment, and the bank decided for them: the money is gone. */
async function lostDispute(
  { api }: StripeAccount,
  { id, amount_received: received, latest_charge: charge }: Stripe.PaymentIntent,
): Promise<ChargedBack | null> {
  if (charge === null || typeof charge === 'string' || !charge.disputed) return null
  for await (const { status, reason, amount, currency } of api.disputes.list({
    payment_intent: id,
    limit: 100,
  })) {
    // A part of it cannot be owed again: that is a loss, which the record of the dispute posts.
    if (status !== 'lost' || amount !== received) continue
    const why = `The card holder disputed the payment (${reason}) and the dispute was lost.`
    return {
      status: 'charged_back',
      reason: why,
      taken: { amount: fromStripe(amount, currency), currency },
    }
  }
  return null
}

/** Sees to it that it is never made. One that Stripe does not know was never confirmed by anybody. */
export async function voidIntent(account: StripeAccount, payment: Payment): Promise<VoidAnswer> {
  const intent = await intentOf(account, payment)
  return intent === null ? { status: 'voided' } : cancel(account, payment, intent)
}

async function cancel(
  account: StripeAccount,
  payment: Payment,
  { id }: Stripe.PaymentIntent,
): Promise<VoidAnswer> {
  try {
    await account.api.paymentIntents.cancel(id)
    return { status: 'voided' }
  } catch (error) {
    // It was made, is being made, or was cancelled before: it says itself.
    if (stripeErrorOf(error)?.code !== 'payment_intent_unexpected_state') throw error
    const current = await account.api.paymentIntents.retrieve(id, { expand })
    const news = readIntent(current, payment.mandateId !== null)
    if (news.status === 'ok') return news
    if (current.status === 'canceled') return { status: 'voided' }
    throw error
  }
}

function isUnconfirmed({ status, last_payment_error: error }: Stripe.PaymentIntent): boolean {
  const isWaiting = status === 'requires_confirmation' || status === 'requires_payment_method'
  return isWaiting && error === null
}

const unknownCharge: PaymentNews = {
  status: 'failed',
  errorCode: 'unknown_charge',
  reason: 'Stripe knows no such payment.',
  decline: 'not_asked',
}

const neverConfirmed: PaymentNews = {
  status: 'failed',
  errorCode: 'never_confirmed',
  reason: 'The payment was prepared at Stripe and never confirmed.',
  decline: 'not_asked',
}
