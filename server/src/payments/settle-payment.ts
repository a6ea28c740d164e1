import type { Clock, Moment, PaymentId } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { momentOfPolicy } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import { askLater, firstAfter } from './ask-later.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type AskDeps, askProvider } from './ask-provider.ts'
import { nextAsk, notAfter } from './next-ask.ts'
import { onPayment } from './on-payment.ts'
import { endOutdated, isOutdated } from './outdated-payment.ts'
import type { Payment } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import { selectPayment, updatePaymentDoubt } from './payment-store.ts'
import type { PaymentNews, ProviderAnswer } from './provider.ts'
import { recordOutcome } from './record-outcome.ts'

export interface SettleDeps extends AskDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/** A payment that nobody confirms for this long is no longer wanted, unless its provider takes longer. */
const pendingHoursDefault = 48
/** Banks take two weeks for a debit, which may have been ordered two weeks before. */
const processingHoursMax = 35 * 24
const pendingPauseHoursMax = 1
/** Nobody waits for it there, and each ask is a step of the clock. */
const pauseOnClockHoursMax = 24
const doubtPauseHoursMax = 24

/**
 * The job behind every payment that was reserved: finds out what became of it. One that is not
 * confirmed in time has failed only when the provider says that it will never be made; until it
 * does, the payment is in doubt and the provider is asked again and again. One that was made is asked
 * about where its provider has said that there will be news.
 */
export async function settlePayment(
  deps: SettleDeps,
  job: { readonly paymentId: PaymentId },
): Promise<void> {
  const payment = await selectPayment(deps.db, job.paymentId)
  if (payment === undefined || payment.status === 'failed') return
  const { now, clockId } = await momentOfPolicy(deps.db, deps.clock, payment.policyId)
  // On a clock nobody comes here but for a deadline that was set for this.
  if (payment.status === 'ok' && payment.askAt === null && clockId === null) return
  const found = await askProvider(deps, payment.provider, (provider, signal) =>
    provider.find(payment, now, signal),
  )
  if (payment.status === 'ok') return handleEvents(deps, payment, found)
  const isProcessing = found?.status === 'pending' && found.isProcessing === true
  const hoursMax = isProcessing
    ? processingHoursMax
    : (deps.providers.get(payment.provider)?.pendingHoursMax ?? pendingHoursDefault)
  const givesUpAt = payment.createdAt.add({ hours: hoursMax })
  const isWanted = Temporal.Instant.compare(now, givesUpAt) < 0
  const isScheduled = found?.status === 'pending' && found.askAgainAt !== undefined
  if (found?.status === 'pending' && !isProcessing && (await isOutdated(deps.db, payment))) {
    const { status } = await endOutdated(deps, payment)
    // Without an answer the form may still be open: the provider is asked again.
    if (status === 'pending') await askAgain(deps, payment, 'pending', soon)
  } else if (found?.status === 'unclear') {
    await recordOutcome(deps, payment, found)
    await askAgain(deps, payment, 'pending', (asked, now) =>
      nextAsk(asked.doubtSince ?? now, now, doubtPauseHoursMax),
    )
  } else if (found !== null && (found.status !== 'pending' || isScheduled)) {
    await recordOutcome(deps, payment, found)
  } else if (isWanted) {
    if (isProcessing) await recordOutcome(deps, payment, found)
    const pauseHoursMax = clockId === null ? pendingPauseHoursMax : pauseOnClockHoursMax
    await askAgain(deps, payment, 'pending', (_, now) =>
      notAfter(nextAsk(payment.createdAt, now, pauseHoursMax), givesUpAt),
    )
  } else {
    await giveUp(deps, payment, hoursMax)
  }
}

const soon = (_: Payment, now: Temporal.Instant) => now.add(firstAfter)

/** Of a payment that was made. Nobody waits for the answer, but no one else would report it. */
async function handleEvents(
  deps: SettleDeps,
  payment: Payment,
  found: PaymentNews | null,
): Promise<void> {
  if (found !== null) {
    await recordOutcome(deps, payment, found)
    return
  }
  const since = payment.processedAt ?? payment.createdAt
  await askAgain(deps, payment, 'ok', (_, now) => nextAsk(since, now, doubtPauseHoursMax))
}

async function giveUp(deps: SettleDeps, payment: Payment, hoursMax: number): Promise<void> {
  const voided = await askProvider(deps, payment.provider, (provider, signal) =>
    provider.void(payment, signal),
  )
  if (voided === null) {
    await askAgain(
      deps,
      payment,
      'pending',
      (asked, now) => nextAsk(asked.doubtSince ?? now, now, doubtPauseHoursMax),
      doubtIt,
    )
    return
  }
  const outcome = voided.status === 'voided' ? notConfirmed(hoursMax) : voided
  await recordOutcome(deps, payment, outcome)
}

function notConfirmed(hoursMax: number): ProviderAnswer {
  return {
    status: 'failed',
    errorCode: 'not_confirmed',
    reason: `The payment was not confirmed within ${hoursMax} hours.`,
  }
}

/** The payment may have been settled in the meantime: then the provider is not asked any more. */
async function askAgain(
  deps: SettleDeps,
  asked: Payment,
  status: Payment['status'],
  when: (payment: Payment, now: Temporal.Instant) => Temporal.Instant,
  first: (tx: Transaction, payment: Payment, moment: Moment) => Promise<void> = async () =>
    undefined,
): Promise<void> {
  await onPayment(deps.db, asked, async (tx, payment) => {
    if (payment.status !== status) return
    const moment = await momentOfPolicy(tx, deps.clock, payment.policyId)
    await first(tx, payment, moment)
    await askLater(tx, payment, moment, when(payment, moment.now))
  })
}

async function doubtIt(tx: Transaction, payment: Payment, moment: Moment): Promise<void> {
  if (payment.doubt !== null) return
  await updatePaymentDoubt(tx, payment.id, 'unconfirmed', moment.now)
  const news = paymentEvent('payment.in_doubt', payment, { why: 'unconfirmed' })
  await recordEvents(tx, [news], moment)
}
