import { type Database, groupCommit } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Policy, issuePolicies, lockPolicies } from '../policies/index.ts'
import { type Settlement, settleClaims } from '../retries/index.ts'
import type { Payment } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import { insertPayments } from './payment-store.ts'

export interface PaidOffer {
  readonly policy: Policy
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
 * that arrive together share one transaction. Where one of them stands in the way of all, because
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
  await db.transaction(async (tx) => {
    // They travel together and are carried out in this order.
    await Promise.all([
      lockPolicies(
        tx,
        policies.map((policy) => policy.id),
      ),
      issuePolicies(tx, policies, last.processedAt),
      insertPayments(tx, payments),
      recordEvents(
        tx,
        payments.map((payment) => paymentEvent('payment.ok', payment)),
        last.processedAt,
      ),
      settleClaims(
        tx,
        paid.map((one) => one.settlement),
      ),
    ])
  })
}
