import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { expireDue } from './policy-store.ts'

const rowsPerTransactionMax = 500

/**
 * Writes down what time has ended and tells of it. Views do not wait for this: `statusAt` already
 * says `expired` from the first moment on.
 */
export async function expirePolicies(deps: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const now = deps.clock()
  for (;;) {
    const ended = await deps.db.transaction(async (tx) => {
      const rows = await expireDue(tx, now, rowsPerTransactionMax)
      await recordEvents(
        tx,
        rows.map((row) => ({
          type: row.from === 'ready' ? 'offer.expired' : 'policy.expired',
          about: row,
          data: { status: 'expired' },
        })),
        now,
      )
      return rows.length
    })
    if (ended < rowsPerTransactionMax) return
  }
}
