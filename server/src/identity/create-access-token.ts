import { type AccessTokenId, type AccountId, mintId } from '../kernel/index.ts'
import { type Queryable, announceChange } from '../database/index.ts'
import { hashSecret } from '../sealing/index.ts'
import { insertAccessToken, updateTokenRevoked } from './access-token-store.ts'
import { mintAccessToken } from './key.ts'

/** Returns the token itself, for the only time. */
export async function createAccessToken(
  db: Queryable,
  request: { readonly accountId: AccountId; readonly name: string },
  now: Temporal.Instant,
): Promise<{ id: AccessTokenId; token: string }> {
  const token = mintAccessToken()
  const id = mintId('tok', now)
  await insertAccessToken(db, { ...request, id, hash: hashSecret(token), createdAt: now })
  return { id, token }
}

/** Revokes the token; every process stops accepting it once it is notified. */
export async function revokeAccessToken(
  db: Queryable,
  id: AccessTokenId,
  now: Temporal.Instant,
): Promise<boolean> {
  const revoked = await updateTokenRevoked(db, id, now)
  if (revoked) await announceChange(db, 'keys')
  return revoked
}
