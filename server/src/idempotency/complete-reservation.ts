import { type Part, type Transaction, brokenPart } from '../database/index.ts'
import { type ReplayWriter, type ReplayRecord } from './reservation.ts'
import { completed, updateCompleted } from './reservation-store.ts'
import { firstInProgress } from './reasons.ts'

/**
 * Settles the reservations of requests in the transaction of their work, so that both happen or neither. A
 * reservation that somebody else has taken over refuses, which undoes the work: it is being done elsewhere.
 */
export async function completeReservations(
  tx: Transaction,
  records: readonly (ReplayRecord | null)[],
): Promise<void> {
  const due = records.filter((one) => one !== null)
  if (due.length === 0) return
  if ((await updateCompleted(tx, due)) < due.length) throw firstInProgress()
}

const name = 'reservations_completed'

/** The same for work that is one statement. Where a reservation is gone nothing is written: see `reservationRefusal`. */
export function reservationsCompleted(records: readonly (ReplayRecord | null)[]): readonly Part[] {
  const due = records.filter((one) => one !== null)
  return due.length === 0 ? [] : [{ name, body: completed(due), rows: due.length }]
}

/** What to say to an error of such a statement: that of a reservation that is gone, or the error itself. */
export function reservationRefusal(error: unknown): unknown {
  return brokenPart(error) === name ? firstInProgress() : error
}

/** The same for work that has a transaction to itself. */
export async function completeReservation<Made>(
  tx: Transaction,
  replay: ReplayWriter<Made> | null,
  made: Made,
): Promise<void> {
  if (replay !== null) await completeReservations(tx, [replay(made)])
}
