import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type Reservation, type IdempotencyKey, openAnswer } from './reservation.ts'
import {
  type ReservationRow,
  insertReservation,
  releaseReservation,
  selectReservation,
} from './reservation-store.ts'
import { answerLost, firstInProgress, idempotencyKeyReused } from './reasons.ts'

/**
 * Hardly a request takes this long. One that does may lose its reservation, and with it its work.
 */
const reservationStaleSeconds = 60

/** The result of an earlier request with the same key. */
export type Repeated =
  | { readonly status: number; readonly body: string }
  | { readonly status: number; readonly madeId: string }

export type Reserving =
  | { readonly isFirst: true; readonly reservation: Reservation }
  | { readonly isFirst: false; readonly repeated: Repeated }

/** Reserves a key for a request, or returns the earlier answer to the same request. */
export async function reserveKey(
  deps: { readonly db: Queryable; readonly keyRing: KeyRing },
  key: IdempotencyKey,
  requestHash: Buffer,
  now: Temporal.Instant,
): Promise<Reserving> {
  const reservation: Reservation = { ...key, holder: randomUUID() }
  const staleBefore = now.subtract({ seconds: reservationStaleSeconds })
  for (;;) {
    if (await holdReservation(deps.db, reservation, requestHash, now, staleBefore)) {
      return { isFirst: true, reservation }
    }
    const row = await selectReservation(deps.db, key)
    // Released between the two statements: the key is free, so it is reserved again.
    if (row !== undefined) return { isFirst: false, repeated: recall(deps, key, requestHash, row) }
  }
}

/**
 * Where the database's answer was lost, the reservation may exist. It is released, so that a
 * repeated request need not wait until it is stale; where the release fails too, it must.
 */
async function holdReservation(
  ...[db, reservation, ...rest]: Parameters<typeof insertReservation>
): Promise<boolean> {
  try {
    return await insertReservation(db, reservation, ...rest)
  } catch (error) {
    // Not awaited: the database may be away for long, and the client gets its answer at once.
    releaseReservation(db, reservation).catch(() => undefined) // The database is away for this, too.
    throw error
  }
}

function recall(
  { keyRing }: { readonly keyRing: KeyRing },
  key: IdempotencyKey,
  requestHash: Buffer,
  { ringKeyId, sealedKey, sealedData, ...row }: ReservationRow,
): Repeated {
  if (!row.requestHash.equals(requestHash)) {
    throw idempotencyKeyReused()
  }
  const { status, madeId } = row
  if (status === null) throw firstInProgress()
  if (madeId !== null) return { status, madeId }
  if (ringKeyId !== null && sealedKey !== null && sealedData !== null) {
    const body = openAnswer(keyRing, key, { ringKeyId, sealedKey, sealedData })
    if (body !== null) return { status, body }
  }
  throw answerLost()
}
