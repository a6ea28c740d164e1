import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, realTimeOf } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { enqueue } from '../jobs/index.ts'
import { firstAfter } from './ask-later.ts'
import { paymentJobKey } from './payment-job.ts'
import { selectOverduePayments } from './payment-store.ts'
import { selectOverdueRefunds } from './refund-store.ts'
import { refundJobKey } from './request-refund.ts'

interface CheckDeps {
  readonly db: Database
  readonly clock: Clock
}

/** What is asked about later than this is older than what a promotion can have undone. */
const askedWithinMinutes = 60
const rowsMax = 1_000
const againAfterMs = 1_000

/**
 * The lost primary may have taken with it how a charge or refund ended, where its standby had not
 * received that. So the providers are asked by our ids, at once and not when it would be time to,
 * about all that is pending. Webhooks are sent from the stored position of their endpoint on.
 */
export async function checkAfterPromotion({ db, clock }: CheckDeps): Promise<void> {
  const dueBefore = clock().add({ minutes: askedWithinMinutes })
  for (const payment of await selectOverduePayments(db, dueBefore, rowsMax)) {
    const payload = { paymentId: payment.id }
    // A charge that may still be under way is not known there yet, and would count as failed.
    const runAt = realTimeOf(payment.id).add(firstAfter)
    await enqueue(db, 'settle_payment', payload, { runAt, key: paymentJobKey(payment) })
  }
  for (const refund of await selectOverdueRefunds(db, dueBefore, rowsMax)) {
    const payload = { refundId: refund.id }
    await enqueue(db, 'settle_refund', payload, { key: refundJobKey(refund) })
  }
}

/** Does so after every promotion, as soon as the new primary can be asked. */
export function keepCheckingAfterPromotions(
  deps: CheckDeps & { readonly onError: (error: unknown) => void },
): { stop(): void } {
  const stopped = new AbortController()
  const check = async () => {
    while (!stopped.signal.aborted) {
      try {
        await checkAfterPromotion(deps)
        return
      } catch (error) {
        deps.onError(error)
      }
      await sleep(againAfterMs, undefined, { ref: false })
    }
  }
  const stopListening = deps.db.onPromotion(() => void check())
  return {
    stop: () => {
      stopped.abort()
      stopListening()
    },
  }
}
