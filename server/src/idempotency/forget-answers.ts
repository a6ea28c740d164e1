import type { Queryable } from '../database/index.ts'
import { deleteReservations } from './reservation-store.ts'

const answersKeptDays = 7
const rowsPerStatementMax = 5_000

/** Deletes answers after a week; their keys can be used again. */
export async function forgetOldAnswers(db: Queryable, now: Temporal.Instant): Promise<void> {
  const before = now.subtract({ hours: 24 * answersKeptDays })
  while ((await deleteReservations(db, before, rowsPerStatementMax)) === rowsPerStatementMax);
}
