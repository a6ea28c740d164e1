import type { Moment, RefundId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { dropDeadline, setDeadline } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import { postFailedRefund, postMadeRefund, postReturnedRefund } from '../ledger/index.ts'
import { momentOfPolicy } from '../policies/index.ts'
import { newsAt } from './ask-later.ts'
import { askProvider } from './ask-provider.ts'
import { postRefundMove } from './post-refund.ts'
import { nextAsk, notAfter } from './next-ask.ts'
import { onRefund } from './on-payment.ts'
import { refundJobKey } from './request-refund.ts'
import type { Payment, Refund } from './payment.ts'
import { refundEvent } from './payment-event.ts'
import { selectPayment } from './payment-store.ts'
import type { PaymentProvider, ProviderAnswer } from './provider.ts'
import {
  selectRefund,
  updateRefundAskAt,
  updateRefundAsked,
  updateRefundDoubt,
  updateRefundFailed,
  updateRefundMade,
  updateRefundReference,
} from './refund-store.ts'
import type { SettleDeps } from './settle-payment.ts'

/** A refund that nobody confirms for this long needs a person. */
const unconfirmedHoursMax = 24
const pauseHoursMax = 24

/**
 * The job behind every refund: has the money given back, and finds out whether it was. It is asked
 * for until the provider has said yes or no, however long that takes.
 */
export async function settleRefund(
  deps: SettleDeps,
  job: { readonly refundId: RefundId },
): Promise<void> {
  const refund = await selectRefund(deps.db, job.refundId)
  if (refund === undefined || refund.status === 'failed') return
  if (refund.status === 'ok') {
    if (await isAskedAgain(deps, refund)) await askAboutRefund(deps, refund)
    return
  }
  const payment = await selectPayment(deps.db, refund.paymentId)
  if (payment === undefined) throw new Error(`refund ${refund.id} is of no payment`)
  const now = await beginAsking(deps, refund)
  if (now === null) return
  const answer = await askProvider(deps, payment.provider, (provider, signal) =>
    giveBack(provider, refund, payment, now, signal),
  )
  await recordAnswer(deps, refund, answer)
}

/**
 * Asks what became of a refund, also of one that was paid: the bank may send it back days later. False
 * if there was no answer.
 */
export async function askAboutRefund(deps: SettleDeps, refund: Refund): Promise<boolean> {
  const payment = await selectPayment(deps.db, refund.paymentId)
  if (payment === undefined) throw new Error(`refund ${refund.id} is of no payment`)
  const { now } = await momentOfPolicy(deps.db, deps.clock, refund.policyId)
  const found = await askProvider(deps, payment.provider, (provider, signal) =>
    provider.findRefund(refund, payment, now, signal),
  )
  if (found === null) {
    if (refund.status === 'ok' && (await isAskedAgain(deps, refund))) {
      await askTomorrow(deps, refund)
    }
    return false
  }
  if (found.status !== 'unknown') await recordAnswer(deps, refund, found)
  return true
}

/** On a test clock nobody comes but for a deadline that was set for this, or for a callback. */
async function isAskedAgain(deps: SettleDeps, { askAt, policyId }: Refund): Promise<boolean> {
  if (askAt !== null) return true
  const { clockId } = await momentOfPolicy(deps.db, deps.clock, policyId)
  return clockId !== null
}

async function askTomorrow(deps: SettleDeps, { id }: Refund): Promise<void> {
  await onRefund(deps.db, id, async (tx, refund) => {
    const moment = await momentOfPolicy(tx, deps.clock, refund.policyId)
    await askAgainAbout(tx, refund, moment, moment.now.add({ hours: pauseHoursMax }))
  })
}

/**
 * Says first that the provider is asked, and when it is asked again. If the process ends before the
 * answer, the queue runs this job again, or the sweep begins it anew. The moment, or null if nobody
 * is to be asked any more.
 */
async function beginAsking(
  deps: SettleDeps,
  { id, attempt }: Refund,
): Promise<Temporal.Instant | null> {
  return onRefund(deps.db, id, async (tx, refund) => {
    if (refund.status !== 'pending' || refund.attempt !== attempt) return null
    const moment = await momentOfPolicy(tx, deps.clock, refund.policyId)
    const { now } = moment
    const doubtfulAt = refund.attemptedAt.add({ hours: unconfirmedHoursMax })
    const next = nextAsk(refund.attemptedAt, now, pauseHoursMax)
    const isEarly = Temporal.Instant.compare(now, doubtfulAt) < 0
    const askAt = isEarly ? notAfter(next, doubtfulAt) : next
    const isOnClock = moment.clockId !== null
    await updateRefundAsked(tx, id, isOnClock ? null : askAt)
    if (isOnClock) await setDeadline(tx, settlementOf(refund, moment, askAt))
    return now
  })
}

/** A repeated try first asks the provider what became of the refund. */
async function giveBack(
  provider: PaymentProvider,
  refund: Refund,
  payment: Payment,
  now: Temporal.Instant,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  if (refund.asks > 0) {
    const found = await provider.findRefund(refund, payment, now, signal)
    if (found.status !== 'unknown') return found
  }
  return provider.refund(refund, payment, signal)
}

async function recordAnswer(
  deps: SettleDeps,
  { id, attempt }: Refund,
  answer: ProviderAnswer | null,
): Promise<void> {
  await onRefund(deps.db, id, async (tx, refund) => {
    if (refund.attempt !== attempt) return
    const moment = await momentOfPolicy(tx, deps.clock, refund.policyId)
    const { now } = moment
    if (refund.status === 'ok') return recordLater(deps, tx, refund, answer, moment)
    if (refund.status !== 'pending') return
    if (answer === null || answer.status === 'pending') {
      await updateRefundReference(tx, id, answer?.reference ?? null)
      await doubtInTime(tx, refund, moment)
      // On a test clock its deadline is set already.
      if (moment.clockId !== null) return
      const runAt = refund.askAt ?? moment.real
      const payload = { refundId: id, policyId: refund.policyId }
      await enqueue(tx, 'settle_refund', payload, { runAt, key: refundJobKey(refund) })
      return
    }
    if (moment.clockId !== null) await dropDeadline(tx, settlementOf(refund, moment, now))
    if (answer.status === 'ok') {
      await postRefundMove(deps, tx, refund, postMadeRefund)
      await updateRefundMade(tx, id, { reference: answer.reference, reason: null }, now)
      await recordEvents(tx, [refundEvent('refund.ok', refund)], moment)
      if (answer.askAgainAt !== undefined) {
        await askAgainAbout(tx, refund, moment, newsAt(answer.askAgainAt, now))
      }
    } else {
      await updateRefundFailed(tx, id, answer.reason, now)
      await postRefundMove(deps, tx, refund, postFailedRefund)
      const data = { error_code: answer.errorCode }
      await recordEvents(tx, [refundEvent('refund.failed', refund, data)], moment)
    }
  })
}

/**
 * Of a refund that was paid. If the money came back, it is money in doubt: the customer is owed it
 * again, and a person decides how it is paid.
 */
async function recordLater(
  deps: SettleDeps,
  tx: Transaction,
  refund: Refund,
  answer: ProviderAnswer | null,
  moment: Moment,
): Promise<void> {
  const { id } = refund
  const { now } = moment
  // What a person paid in another way is no longer the provider's.
  if (answer?.status === 'failed' && refund.reason === null) {
    await askNoMoreAbout(tx, refund, moment)
    await updateRefundFailed(tx, id, answer.reason, now)
    await postRefundMove(deps, tx, refund, postReturnedRefund)
    await postRefundMove(deps, tx, refund, postFailedRefund)
    const data = { error_code: answer.errorCode }
    return recordEvents(tx, [refundEvent('refund.failed', refund, data)], moment)
  }
  const next = answer?.status === 'ok' ? answer.askAgainAt : undefined
  if (next !== undefined) return askAgainAbout(tx, refund, moment, newsAt(next, now))
  if (answer?.status === 'ok') await askNoMoreAbout(tx, refund, moment)
}

async function askNoMoreAbout(tx: Transaction, refund: Refund, moment: Moment): Promise<void> {
  if (moment.clockId !== null) return dropDeadline(tx, settlementOf(refund, moment, moment.now))
  if (refund.askAt !== null) await updateRefundAskAt(tx, refund.id, null)
}

async function askAgainAbout(
  tx: Transaction,
  refund: Refund,
  moment: Moment,
  at: Temporal.Instant,
): Promise<void> {
  if (moment.clockId !== null) return setDeadline(tx, settlementOf(refund, moment, at))
  await updateRefundAskAt(tx, refund.id, at)
  const payload = { refundId: refund.id, policyId: refund.policyId }
  await enqueue(tx, 'settle_refund', payload, { runAt: at, key: refundJobKey(refund) })
}

function settlementOf({ id: key, policyId }: Refund, moment: Moment, dueAt: Temporal.Instant) {
  return { policyId, clockId: moment.clockId, kind: 'settlement', key, dueAt } as const
}

async function doubtInTime(tx: Transaction, refund: Refund, moment: Moment): Promise<void> {
  const { now } = moment
  const doubtfulAt = refund.attemptedAt.add({ hours: unconfirmedHoursMax })
  if (refund.doubt !== null || Temporal.Instant.compare(now, doubtfulAt) < 0) return
  await updateRefundDoubt(tx, refund.id, 'unconfirmed', now)
  await recordEvents(tx, [refundEvent('refund.in_doubt', refund, { why: 'unconfirmed' })], moment)
}
