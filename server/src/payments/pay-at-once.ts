import { type Database, groupCommit } from '../database/index.ts'
import { eventsTold } from '../events/index.ts'
import {
  type PaidOffer as IssuedOffer,
  issueOf,
  moveRefusal,
  policiesLocked,
} from '../policies/index.ts'
import { type Settlement, claimRefusal, claimsSettled } from '../retries/index.ts'
import type { Payment } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import { paymentsMade } from './payment-store.ts'
import { tillOf } from './provider.ts'

export interface PaidOffer extends Pick<IssuedOffer, 'policy' | 'frequency'> {
  readonly payment: Payment & {
    readonly status: 'ok'
    readonly processedAt: Temporal.Instant
  }
  readonly settlement: Settlement | null
}
export type PayAtOnce = (paid: PaidOffer) => Promise<void>

const paymentsPerCommitMax = 100
const writersMax = 2

/**
 * Takes payments that need nobody's answer. Payment, policy and events commit together, and those
 * that arrive together share one statement. Where one of them stands in the way of all, because
 * its offer was taken meanwhile, each goes alone and only that one is refused.
 */
export function paymentWriter(db: Database): PayAtOnce {
  return groupCommit<PaidOffer>({
    itemsMax: paymentsPerCommitMax,
    writersMax,
    write: (paid) => writePaid(db, paid),
    about: ({ policy }) => policy.id,
  })
}

async function writePaid(db: Database, paid: readonly PaidOffer[]): Promise<void> {
  const payments = paid.map((one) => one.payment)
  const policies = paid.map((one) => one.policy)
  const last = payments.at(-1)
  if (last === undefined) return
  const offers = paid.map(({ policy, frequency, payment }) => {
    return { policy, frequency, paymentId: payment.id, till: tillOf(payment) }
  })
  const issue = issueOf(offers, last.processedAt)
  const events = payments.map((payment) => paymentEvent('payment.ok', payment))
  try {
    await db.commit([
      policiesLocked(policies.map((policy) => policy.id)),
      ...issue.parts,
      paymentsMade(payments),
      eventsTold([...issue.events, ...events], last.processedAt),
      ...claimsSettled(paid.map((one) => one.settlement)),
    ])
  } catch (error) {
    throw claimRefusal(moveRefusal(error, policies))
  }
}
