import type { Moment } from '../kernel/index.ts'
import { type Database, groupCommit } from '../database/index.ts'
import { clockAdvancing, clocksUnmoved, isClockGone } from '../deadlines/index.ts'
import { eventsRecorded } from '../events/index.ts'
import { policiesLocked } from '../policies/index.ts'
import { type PaidOffer as IssuedOffer, issueOf, moveRefusal } from '../sales/index.ts'
import {
  type ReplayRecord,
  reservationRefusal,
  reservationsCompleted,
} from '../idempotency/index.ts'
import type { Payment } from './payment.ts'
import { paymentMade } from './payment-event.ts'
import { paymentsMade } from './payment-store.ts'
import { tillOf } from './provider.ts'

export interface PaidOffer extends Pick<IssuedOffer, 'policy' | 'plan'> {
  readonly payment: Payment & {
    readonly status: 'ok'
    readonly processedAt: Temporal.Instant
  }
  readonly moment: Moment
  readonly settlement: ReplayRecord | null
}
export type PayAtOnce = (paid: PaidOffer) => Promise<void>

const paymentsPerCommitMax = 100
const writersMax = 2

/**
 * Takes payments that need no answer of a provider. Payment, policy and events commit together, and those
 * that arrive together share one statement. Where one of them fails the statement, because
 * its offer was taken meanwhile, each goes alone and only that one is refused. So does one for an
 * offer on a test clock, which has another moment than all others.
 */
export function paymentWriter(db: Database): PayAtOnce {
  const write = groupCommit<PaidOffer>({
    itemsMax: paymentsPerCommitMax,
    writersMax,
    write: (paid) => writePaid(db, paid),
    about: ({ policy }) => policy.id,
  })
  return (paid) => (paid.moment.clockId === null ? write(paid) : writePaid(db, [paid]))
}

async function writePaid(db: Database, paid: readonly PaidOffer[]): Promise<void> {
  const payments = paid.map((one) => one.payment)
  const policies = paid.map((one) => one.policy)
  const last = paid.at(-1)
  if (last === undefined) return
  const offers = paid.map(({ policy, plan, payment }) => {
    return {
      policy,
      plan,
      paymentId: payment.id,
      till: payment.onAccount ? null : tillOf(payment),
    }
  })
  const issue = issueOf(offers, last.moment.now)
  const events = payments.map((payment) => paymentMade(payment))
  try {
    await db.commit([
      policiesLocked(policies.map((policy) => policy.id)),
      ...clocksUnmoved([last.moment]),
      ...issue.parts,
      paymentsMade(payments),
      eventsRecorded([...issue.events, ...events], last.moment),
      ...reservationsCompleted(paid.map((one) => one.settlement)),
    ])
  } catch (error) {
    if (isClockGone(error)) throw clockAdvancing(last.moment.clockId ?? '')
    throw reservationRefusal(moveRefusal(error, policies))
  }
}
