import type { Clock, ImpactId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { WaitingImpact } from './ask-for-impact.ts'
import { findImpact } from './find-impact.ts'
import { updateEnded } from './impact-store.ts'

/** Stops an impact that waits or runs; whoever runs it sees that and leaves. What has ended stays so. */
export async function stopImpact(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  id: ImpactId,
  replay: ReplayWriter<WaitingImpact> | null,
): Promise<WaitingImpact> {
  await findImpact(db, caller, id)
  return db.transaction(async (tx) => {
    await updateEnded(tx, id, { state: 'stopped' }, clock())
    const stopped = await findImpact(tx, caller, id)
    await completeReservation(tx, replay, stopped)
    return stopped
  })
}
