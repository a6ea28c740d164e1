import type { Queryable } from '../database/index.ts'
import type { ReplayRecord } from './reservation.ts'
import { updateCompleted } from './reservation-store.ts'

/**
 * Stores a refusal. It changed nothing, so it needs no transaction. False where the reservation is
 * completed or belongs to another request now, whose answer then counts.
 */
export async function keepRefusal(db: Queryable, record: ReplayRecord): Promise<boolean> {
  return (await updateCompleted(db, [record])) > 0
}
