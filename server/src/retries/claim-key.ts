import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type Claim, type IdempotencyKey, openAnswer } from './claim.ts'
import { type ClaimRow, insertClaim, releaseClaim, selectClaim } from './claim-store.ts'
import { answerLost, firstInProgress, idempotencyKeyReused } from './reasons.ts'

/** Hardly a request takes this long. One that does loses its claim, and with it its work. */
const claimStaleSeconds = 60

/** What became of an earlier request with the same key. */
export type Repeated =
  | { readonly status: number; readonly body: string }
  | { readonly status: number; readonly madeId: string }

export type Claiming =
  | { readonly isFirst: true; readonly claim: Claim }
  | { readonly isFirst: false; readonly repeated: Repeated }

/** Claims a key for a request, or tells what the same request was answered before. */
export async function claimKey(
  deps: { readonly db: Queryable; readonly keyRing: KeyRing },
  key: IdempotencyKey,
  requestHash: Buffer,
  now: Temporal.Instant,
): Promise<Claiming> {
  const claim: Claim = { ...key, holder: randomUUID() }
  const staleBefore = now.subtract({ seconds: claimStaleSeconds })
  for (;;) {
    if (await holdClaim(deps.db, claim, requestHash, now, staleBefore)) {
      return { isFirst: true, claim }
    }
    const row = await selectClaim(deps.db, key)
    // Released between the two statements: it is free, so claim it like anybody else.
    if (row !== undefined) return { isFirst: false, repeated: recall(deps, key, requestHash, row) }
  }
}

/**
 * A claim whose answer got lost may be there, and nobody knows whose it is. It is given back, so that
 * whoever repeats the request need not wait until it is old; where that fails as well, they must.
 */
async function holdClaim(
  ...[db, claim, ...rest]: Parameters<typeof insertClaim>
): Promise<boolean> {
  try {
    return await insertClaim(db, claim, ...rest)
  } catch (error) {
    // Not awaited: the database may be away for long, and the client is told so at once.
    releaseClaim(db, claim).catch(() => undefined) // It is away for this, too.
    throw error
  }
}

function recall(
  { keyRing }: { readonly keyRing: KeyRing },
  key: IdempotencyKey,
  requestHash: Buffer,
  { ringKeyId, sealedKey, sealedData, ...row }: ClaimRow,
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
