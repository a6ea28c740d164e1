import type { Payment, Refund } from '../../payment.ts'
import { type OwnRefund, type ProviderAnswer, type RefundFound, refundKey } from '../../provider.ts'
import { intentOf } from './find-intent.ts'
import { readRefund } from './read-intent.ts'
import { fromStripe, toStripe } from './stripe-amount.ts'
import type { StripeAccount } from './stripe-client.ts'
import { refusalOf, unhurried } from './stripe-errors.ts'

/** A refund may fail days after it was made: it is asked about again after so many days. */
const askAgainDays = [3, 10, 30]

/** Pays money back. A repeated request has the same key, so that Stripe does it once. */
export async function refundIntent(
  account: StripeAccount,
  refund: Refund,
  payment: Payment,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const intent = await intentOf(account, payment)
  if (intent === null) throw new Error(`Stripe knows no payment ${payment.id}`)
  const amount = toStripe(refund.amount, refund.currency)
  if (amount === null) {
    const reason = `Stripe pays back no ${refund.amount} minor units of ${refund.currency.toUpperCase()}. Pay it out by bank.`
    return { status: 'failed', errorCode: 'amount_not_possible', reason }
  }
  const metadata = { bindery_refund: refund.id, bindery_attempt: refundKey(refund) }
  try {
    const made = await unhurried(signal, () =>
      account.api.refunds.create(
        { payment_intent: intent.id, amount, metadata },
        { idempotencyKey: refundKey(refund) },
      ),
    )
    return withNews(readRefund(made), refund, refund.attemptedAt)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    return { status: 'failed', errorCode: refusal.code, reason: refusal.reason }
  }
}

/** How a refund stands, by its metadata: the answer that named it may have got lost. */
export async function findRefund(
  account: StripeAccount,
  refund: Refund,
  payment: Payment,
  now: Temporal.Instant,
): Promise<RefundFound> {
  const intent = await intentOf(account, payment)
  if (intent === null) throw new Error(`Stripe knows no payment ${payment.id}`)
  const all = account.api.refunds.list({ payment_intent: intent.id, limit: 100 })
  for await (const one of all) {
    // What was made at Stripe itself is known by its id alone.
    const isMeant =
      one.metadata?.['bindery_attempt'] === refundKey(refund) ||
      (refund.reference !== null && refund.reference === one.id)
    if (!isMeant) continue
    return withNews(readRefund(one), refund, now)
  }
  return { status: 'unknown' }
}

/** Refunds that people made in Stripe's dashboard, as far as they were paid. */
export async function ownRefunds(
  { api }: StripeAccount,
  { reference }: Payment,
): Promise<OwnRefund[]> {
  if (reference === null) return []
  const found: OwnRefund[] = []
  for await (const one of api.refunds.list({ payment_intent: reference, limit: 100 })) {
    const isOurs = one.metadata?.['bindery_refund'] !== undefined
    if (!isOurs && one.status === 'succeeded') {
      found.push({ reference: one.id, amount: fromStripe(one.amount, one.currency) })
    }
  }
  return found
}

function withNews(answer: ProviderAnswer, refund: Refund, now: Temporal.Instant): ProviderAnswer {
  if (answer.status !== 'ok') return answer
  const next = askAgainDays
    .map((days) => refund.attemptedAt.add({ hours: days * 24 }))
    .find((at) => Temporal.Instant.compare(at, now) > 0)
  return next === undefined ? answer : { ...answer, askAgainAt: next }
}
