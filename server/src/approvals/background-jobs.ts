import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import { updateExpired } from './approval-store.ts'
import { recordApproval } from './record-approval.ts'

const expiredAtOnceMax = 100

export function approvalJobs(deps: { readonly db: Database; readonly clock: Clock }) {
  return { sweeps: [() => expireRequests(deps)] } satisfies RoomJobs
}

async function expireRequests({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  for (;;) {
    const now = clock()
    const expired = await db.transaction(async (tx) => {
      const found = await updateExpired(tx, now, expiredAtOnceMax)
      for (const approval of found) await recordApproval(tx, null, approval, now)
      return found.length
    })
    if (expired < expiredAtOnceMax) return
  }
}
