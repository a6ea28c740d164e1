import { type AccountId } from '../kernel/index.ts'
import { type KeyRing, type Sealed, open, seal } from '../sealing/index.ts'

/** The text that a client chose for a request, so that the request can be repeated safely. */
export interface IdempotencyKey {
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly key: string
}

/** The hold that one request has on its key until its work is done. */
export interface Reservation extends IdempotencyKey {
  /** Identifies this request: one that takes over the key has another holder. */
  readonly holder: string
}

/** The record of a completed reservation: the answer itself, or the id of the created resource. */
export type Kept =
  | { readonly status: number; readonly answer: Sealed }
  | { readonly status: number; readonly madeId: string }

export type ReplayRecord = { readonly reservation: Reservation } & Kept

/** Makes the replay record of a request from the result of its work. */
export type ReplayWriter<Made> = (made: Made) => ReplayRecord

export function sealAnswer(ring: KeyRing, key: IdempotencyKey, body: string): Sealed {
  return seal(ring, placeOf(key), Buffer.from(body))
}

/** Null where the ring lacks the key that encrypted the answer, or has another key of that id. */
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
