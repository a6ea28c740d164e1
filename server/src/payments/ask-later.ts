import type { Moment } from '../kernel/index.ts'
import type { Part, Transaction } from '../database/index.ts'
import { deadlinesSet, dropDeadline, setDeadline } from '../deadlines/index.ts'
import { dropJob, enqueue, jobsPlanned } from '../jobs/index.ts'
import type { Payment } from './payment.ts'
import { paymentJobKey } from './payment-job.ts'
import { updatePaymentAskAt } from './payment-store.ts'

/** How long a payment may stay open before we ask the provider about it. */
export const firstAfter = { seconds: 30 }
/** However sure a provider is of when there is news. */
const askAgainSecondsMin = 60
const askAgainDaysMax = 400

type Asked = Pick<Payment, 'id' | 'policyId'>

/** When a provider is first asked about a new payment, by true time; on a test clock a deadline says when. */
export function firstAskAt({ real, clockId }: Moment): Temporal.Instant | null {
  return clockId === null ? real.add(firstAfter) : null
}

/** For the statement that reserves a payment: the job that finds its outcome if the process ends. */
export function firstAsk(payment: Asked, moment: Moment): Part {
  if (moment.clockId !== null) {
    return deadlinesSet([settlementOf(payment, moment, moment.now.add(firstAfter))])
  }
  const runAt = moment.real.add(firstAfter)
  return jobsPlanned('settle_payment', [
    { key: paymentJobKey(payment), payload: payloadOf(payment), runAt },
  ])
}

/**
 * Has the provider asked about a payment at a moment of the policy's time: by a job where that is true
 * time, by a deadline on a test clock, which comes when the clock does. With the policy locked.
 */
export async function askLater(
  tx: Transaction,
  payment: Asked,
  moment: Moment,
  at: Temporal.Instant,
): Promise<void> {
  if (moment.clockId !== null) return setDeadline(tx, settlementOf(payment, moment, at))
  await updatePaymentAskAt(tx, payment.id, at)
  const options = { runAt: at, key: paymentJobKey(payment) }
  await enqueue(tx, 'settle_payment', payloadOf(payment), options)
}

/** The outcome is known: the provider is not asked any more. */
export async function askNoMore(tx: Transaction, payment: Payment, moment: Moment): Promise<void> {
  if (moment.clockId !== null) return dropDeadline(tx, settlementOf(payment, moment, moment.now))
  if (payment.askAt !== null) await updatePaymentAskAt(tx, payment.id, null)
  await dropJob(tx, paymentJobKey(payment))
}

/** When there will be news, as far as a provider is believed. */
export function newsAt(announced: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const first = now.add({ seconds: askAgainSecondsMin })
  const last = now.add({ hours: askAgainDaysMax * 24 })
  if (Temporal.Instant.compare(announced, first) < 0) return first
  return Temporal.Instant.compare(announced, last) > 0 ? last : announced
}

function settlementOf({ id: key, policyId }: Asked, moment: Moment, dueAt: Temporal.Instant) {
  return { policyId, clockId: moment.clockId, kind: 'settlement', key, dueAt } as const
}

function payloadOf({ id: paymentId, policyId }: Asked) {
  return { paymentId, policyId }
}
