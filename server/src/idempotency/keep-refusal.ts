import type { Queryable } from '../database/index.ts'
import type { ReplayRecord } from './reservation.ts'
import { updateCompleted } from './reservation-store.ts'

/**
 * Keeps a refusal, which did nothing, so that it needs no transaction. False where the reservation is completed
 * or has gone to somebody else: then what they say is what counts.
 */
export async function keepRefusal(db: Queryable, record: ReplayRecord): Promise<boolean> {
  return (await updateCompleted(db, [record])) > 0
}
