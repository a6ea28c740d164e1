import { type Clock, type Moment, type PaymentId, inTrueTime } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import { momentOfPolicy } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import { type AskDeps, askProvider } from './ask-provider.ts'
import { nextAsk, notAfter } from './next-ask.ts'
import { onPayment } from './on-payment.ts'
import type { Payment } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import { selectPayment, updatePaymentAskAt, updatePaymentDoubt } from './payment-store.ts'
import { paymentJobKey } from './payment-job.ts'
import type { ProviderAnswer } from './provider.ts'
import { recordOutcome } from './record-outcome.ts'

export interface SettleDeps extends AskDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
}

/** A payment that nobody confirms for this long is no longer wanted. */
const pendingHoursMax = 48
const pendingPauseHoursMax = 1
const doubtPauseHoursMax = 24

/**
 * The job behind every payment that was reserved: finds out what became of it. One that is not
 * confirmed in time has failed only when the provider says that it will never be made; until it
 * does, the payment is in doubt and the provider is asked again and again.
 */
export async function settlePayment(
  deps: SettleDeps,
  order: { readonly paymentId: PaymentId },
): Promise<void> {
  const payment = await selectPayment(deps.db, order.paymentId)
  if (payment === undefined || payment.status !== 'pending') return
  const found = await askProvider(deps, payment.provider, (provider, signal) =>
    provider.find(payment, signal),
  )
  const givesUpAt = payment.createdAt.add({ hours: pendingHoursMax })
  const { now } = await momentOfPolicy(deps.db, deps.clock, payment.policyId)
  const isWanted = Temporal.Instant.compare(now, givesUpAt) < 0
  if (found !== null && found.status !== 'pending') {
    await recordOutcome(deps, payment.id, found)
  } else if (isWanted) {
    await askAgain(deps, payment, (_, now) =>
      notAfter(nextAsk(payment.createdAt, now, pendingPauseHoursMax), givesUpAt),
    )
  } else {
    await giveUp(deps, payment)
  }
}

async function giveUp(deps: SettleDeps, payment: Payment): Promise<void> {
  const voided = await askProvider(deps, payment.provider, (provider, signal) =>
    provider.void(payment, signal),
  )
  if (voided === null) {
    await askAgain(
      deps,
      payment,
      (asked, now) => nextAsk(asked.doubtSince ?? now, now, doubtPauseHoursMax),
      doubtIt,
    )
    return
  }
  await recordOutcome(deps, payment.id, voided.status === 'voided' ? notConfirmed : voided)
}

const notConfirmed: ProviderAnswer = {
  status: 'failed',
  errorCode: 'not_confirmed',
  reason: `The payment was not confirmed within ${pendingHoursMax} hours.`,
}

/** In the meantime somebody may have settled it: then nobody is asked any more. */
async function askAgain(
  deps: SettleDeps,
  { id }: Payment,
  when: (payment: Payment, now: Temporal.Instant) => Temporal.Instant,
  first: (tx: Transaction, payment: Payment, moment: Moment) => Promise<void> = async () =>
    undefined,
): Promise<void> {
  await onPayment(deps.db, id, async (tx, payment) => {
    if (payment.status !== 'pending') return
    const moment = await momentOfPolicy(tx, deps.clock, payment.policyId)
    await first(tx, payment, moment)
    const runAt = inTrueTime(moment, when(payment, moment.now))
    await updatePaymentAskAt(tx, id, runAt)
    const payload = { paymentId: id, policyId: payment.policyId }
    await enqueue(tx, 'settle_payment', payload, { runAt, key: paymentJobKey(payment) })
  })
}

async function doubtIt(tx: Transaction, payment: Payment, moment: Moment): Promise<void> {
  if (payment.doubt !== null) return
  await updatePaymentDoubt(tx, payment.id, 'unconfirmed', moment.now)
  const news = paymentEvent('payment.in_doubt', payment, { why: 'unconfirmed' })
  await recordEvents(tx, [news], moment)
}
