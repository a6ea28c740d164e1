import type { Stripe } from 'stripe'
import type { MovementPage, ProviderMovement } from '../../provider.ts'
import { idOf } from './read-intent.ts'
import { fromStripe } from './stripe-amount.ts'
import { accountRefusal } from './stripe-errors.ts'

const movementsPerPage = 100

/** The transactions of the balance in a span of time, newest first, with what each is about. */
export async function readMovements(
  api: Stripe,
  { from, until }: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
  page: string | null,
): Promise<MovementPage> {
  try {
    const found = await api.balanceTransactions.list({
      created: { gte: secondsOf(from), lte: secondsOf(until) },
      limit: movementsPerPage,
      expand: ['data.source'],
      ...(page !== null && { starting_after: page }),
    })
    const next = found.has_more ? (found.data.at(-1)?.id ?? null) : null
    return { kind: 'page', movements: found.data.map(readMovement), next }
  } catch (error) {
    const reason = accountRefusal(error)
    if (reason === null) throw error
    return { kind: 'refused', reason }
  }
}

function secondsOf(moment: Temporal.Instant): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}

function momentOf(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
}

function readMovement(one: Stripe.BalanceTransaction): ProviderMovement {
  const { source } = one
  const whole = typeof source === 'string' ? null : source
  const days = whole?.object === 'payout' ? whole.arrival_date : null
  return {
    about: aboutOf(one, whole),
    reference: one.id,
    paymentReference: whole === null ? null : paymentOf(whole),
    source: idOf(source),
    type: one.type,
    amount: fromStripe(one.amount, one.currency),
    fee: fromStripe(one.fee, one.currency),
    currency: one.currency,
    happenedAt: momentOf(one.created),
    valueDay: days === null ? null : momentOf(days).toZonedDateTimeISO('UTC').toPlainDate(),
  }
}

/** Movements between the balance and the bank of the insurer. */
const bankTypes = new Set(['payout', 'payout_cancel', 'payout_failure', 'topup', 'topup_reversal'])
/** What is charged for by itself, and not kept of a payment. */
const feeTypes = new Set(['stripe_fee', 'stripe_fx_fee', 'tax_fee'])

function aboutOf(
  { type }: Stripe.BalanceTransaction,
  source: Stripe.BalanceTransactionSource | null,
): ProviderMovement['about'] {
  if (bankTypes.has(type)) return { kind: 'payout' }
  if (feeTypes.has(type)) return { kind: 'fee' }
  switch (source?.object) {
    case 'charge':
      return { kind: 'payment', paymentId: source.metadata['bindery_payment'] ?? null }
    case 'refund':
      return { kind: 'refund', refundId: source.metadata?.['bindery_refund'] ?? null }
    case 'dispute':
      return { kind: 'dispute' }
    default:
      return { kind: 'other' }
  }
}

function paymentOf(source: Stripe.BalanceTransactionSource): string | null {
  switch (source.object) {
    case 'charge':
    case 'refund':
    case 'dispute':
      return idOf(source.payment_intent)
    default:
      return null
  }
}
