import { type Part, type Transaction, brokenPart } from '../database/index.ts'
import { type ReplayWriter, type ReplayRecord } from './reservation.ts'
import { completed, updateCompleted } from './reservation-store.ts'
import { firstInProgress } from './reasons.ts'

/**
 * Completes reservations in the transaction of their work, so that both happen or neither. A
 * reservation that another request has taken over refuses, which undoes the work: the other request
 * does it.
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

/**
 * The same as part of a combined statement, which fails if a reservation is gone: see
 * `reservationRefusal`.
 */
export function reservationsCompleted(records: readonly (ReplayRecord | null)[]): readonly Part[] {
  const due = records.filter((one) => one !== null)
  return due.length === 0 ? [] : [{ name, body: completed(due), rows: due.length }]
}

/** The refusal for a statement that failed because a reservation is gone, or the error itself. */
export function reservationRefusal(error: unknown): unknown {
  return brokenPart(error) === name ? firstInProgress() : error
}

/** The same for work with a transaction of its own. */
export async function completeReservation<Made>(
  tx: Transaction,
  replay: ReplayWriter<Made> | null,
  made: Made,
): Promise<void> {
  if (replay !== null) await completeReservations(tx, [replay(made)])
}
