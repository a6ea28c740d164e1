import { type AccountId } from '../kernel/index.ts'
import { type KeyRing, type Sealed, open, seal } from '../sealing/index.ts'

/** A text that a client chose for a request, so that it can repeat it. */
export interface IdempotencyKey {
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly key: string
}

/** The hold that one request has on its key until its work is done. */
export interface Reservation extends IdempotencyKey {
  /** This very request: one that takes the key over has another. */
  readonly holder: string
}

/** What a completed reservation keeps: the answer itself, or the id of what was made. */
export type Kept =
  | { readonly status: number; readonly answer: Sealed }
  | { readonly status: number; readonly madeId: string }

export type ReplayRecord = { readonly reservation: Reservation } & Kept

/** Tells from what the work has made how the reservation of its request is completed. */
export type ReplayWriter<Made> = (made: Made) => ReplayRecord

export function sealAnswer(ring: KeyRing, key: IdempotencyKey, body: string): Sealed {
  return seal(ring, placeOf(key), Buffer.from(body))
}

/** Null where the ring has not the key that sealed it, or has it with other bytes. */
export function openAnswer(ring: KeyRing, key: IdempotencyKey, answer: Sealed): string | null {
  try {
    return open(ring, placeOf(key), answer).toString()
  } catch {
    return null
  }
}

function placeOf({ accountId, livemode, key }: IdempotencyKey): string {
  return `the answer to ${accountId} ${livemode ? 'live' : 'test'} ${key}`
}
