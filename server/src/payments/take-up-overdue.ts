import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { enqueueOnce } from '../jobs/index.ts'
import { refundJobKey } from './request-refund.ts'
import { selectOverduePayments } from './payment-store.ts'
import { selectOverdueRefunds } from './refund-store.ts'
import { paymentJobKey } from './payment-job.ts'

/** So late the queue is only when it has given a job up, or was stopped for a while. */
const overdueMinutes = 10
const rowsPerSweepMax = 200

/**
 * Pending money has a job for as long as it is pending. One that the queue gave up begins anew here,
 * so that no payment and no refund is ever forgotten.
 */
export async function takeUpOverdue(deps: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const { db } = deps
  const dueBefore = deps.clock().subtract({ minutes: overdueMinutes })
  for (const payment of await selectOverduePayments(db, dueBefore, rowsPerSweepMax)) {
    const payload = { paymentId: payment.id }
    await enqueueOnce(db, 'settle_payment', { key: paymentJobKey(payment), payload })
  }
  for (const refund of await selectOverdueRefunds(db, dueBefore, rowsPerSweepMax)) {
    const payload = { refundId: refund.id }
    await enqueueOnce(db, 'settle_refund', { key: refundJobKey(refund), payload })
  }
}
