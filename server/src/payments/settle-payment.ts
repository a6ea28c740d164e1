import { type Clock, type PaymentId, Refusal } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import { issuePolicies, lockPolicies, reopenOffer, selectPolicy } from '../policies/index.ts'
import type { Payment } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import { selectPayment, updatePaymentOutcome } from './payment-store.ts'
import type { CallbackHeaders, ProviderAnswer, Providers } from './provider.ts'

export interface SettleDeps {
  readonly db: Database
  readonly providers: Providers
  readonly clock: Clock
  /**
   * Hears of an answer that got lost: the provider threw, or what it said could not be written down.
   * Whether money moved is not known then, so the payment stays in doubt.
   */
  readonly onDoubt: (error: unknown) => void
}

const providerTimeoutMs = 10_000
/** A payment that nobody confirms for this long has failed. */
const pendingHoursMax = 48
const askAgainAfterMinutes = 5

/**
 * Asks a provider, but not for ever. No answer, or an error instead of one, does not tell whether
 * money moved: the payment stays pending and the job that settles it asks again.
 */
export async function askInTime(
  deps: Pick<SettleDeps, 'onDoubt'>,
  ask: (signal: AbortSignal) => Promise<ProviderAnswer>,
): Promise<ProviderAnswer> {
  try {
    return await ask(AbortSignal.timeout(providerTimeoutMs))
  } catch (error) {
    deps.onDoubt(error)
    return { status: 'pending', reference: null }
  }
}

/** Records what the provider said and moves the policy with it, in one transaction, once. Returns how the payment stands then. */
export async function recordOutcome(
  deps: Pick<SettleDeps, 'db' | 'clock'>,
  paymentId: PaymentId,
  answer: ProviderAnswer,
): Promise<Payment> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const { policyId } = await paymentThere(tx, paymentId)
    await lockPolicies(tx, [policyId])
    const isNews = await updatePaymentOutcome(tx, paymentId, answer, now)
    const payment = await paymentThere(tx, paymentId)
    if (!isNews) return payment
    const policy = await selectPolicy(tx, payment.policyId)
    if (policy === undefined) throw new Error(`there is no policy ${payment.policyId}`)
    switch (answer.status) {
      case 'pending':
        break
      case 'ok':
        await issuePolicies(tx, [policy], now)
        await recordEvents(tx, [paymentEvent('payment.ok', payment)], now)
        break
      case 'failed':
        await reopenOffer(tx, policy)
        await recordEvents(tx, [paymentEvent('payment.failed', payment)], now)
    }
    return payment
  })
}

async function paymentThere(tx: Transaction, id: PaymentId): Promise<Payment> {
  const payment = await selectPayment(tx, id)
  if (payment === undefined) throw new Error(`there is no payment ${id}`)
  return payment
}

/** The job behind every payment that was reserved: finds out what became of it. */
export async function settlePayment(
  deps: SettleDeps,
  order: { readonly paymentId: PaymentId },
): Promise<void> {
  const payment = await selectPayment(deps.db, order.paymentId)
  if (payment === undefined || payment.status !== 'pending') return
  const provider = deps.providers.get(payment.provider)
  if (provider === undefined) throw new Error(`payment provider ${payment.provider} is gone`)
  const answer = await askInTime(deps, (signal) => provider.find(payment, signal))
  const now = deps.clock()
  const givesUpAt = payment.createdAt.add({ hours: pendingHoursMax })
  if (answer.status !== 'pending') {
    await recordOutcome(deps, payment.id, answer)
  } else if (Temporal.Instant.compare(givesUpAt, now) <= 0) {
    const reason = `The payment was not confirmed within ${pendingHoursMax} hours.`
    await recordOutcome(deps, payment.id, { status: 'failed', errorCode: 'not_confirmed', reason })
  } else {
    const runAt = now.add({ minutes: askAgainAfterMinutes })
    await enqueue(deps.db, 'settle_payment', order, { runAt, key: `settle ${payment.id}` })
  }
}

/** A provider calls us back. What it says counts only if its signature holds. */
export async function receiveCallback(
  deps: SettleDeps,
  call: { readonly provider: string; readonly headers: CallbackHeaders; readonly rawBody: string },
): Promise<void> {
  const provider = deps.providers.get(call.provider)
  if (provider?.readCallback === undefined) {
    throw new Refusal('not_found', `The payment provider ${call.provider} takes no callbacks.`)
  }
  const callback = provider.readCallback(call.headers, call.rawBody, deps.clock())
  if (callback === null) {
    throw new Refusal(
      'authentication_required',
      'Authentication is required: the callback is not signed by the provider, or is too old.',
    )
  }
  const payment = await selectPayment(deps.db, callback.paymentId as PaymentId) // Only looked up.
  if (payment === undefined || payment.provider !== provider.name) {
    throw new Refusal('not_found', `Payment ${callback.paymentId} was not found.`)
  }
  if (payment.status !== 'pending' && payment.status !== callback.answer.status) {
    throw new Refusal(
      'payment_not_allowed',
      `Payment ${payment.id} is already ${payment.status} and cannot become ${callback.answer.status}.`,
    )
  }
  await recordOutcome(deps, payment.id, callback.answer)
}
