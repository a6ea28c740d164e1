import type { MassEndorsementId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { enqueue } from '../jobs/index.ts'

/** One job goes through the portfolio at a time: whoever finds the place moved leaves. */
export function enqueueMassJob(
  tx: Transaction,
  massEndorsementId: MassEndorsementId,
  runAt?: Temporal.Instant,
): Promise<void> {
  const options = { key: `mass endorsement ${massEndorsementId}`, ...(runAt && { runAt }) }
  return enqueue(tx, 'mass_endorsement', { massEndorsementId }, options)
}
