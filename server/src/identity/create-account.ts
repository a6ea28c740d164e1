import { type AccountId, type KeyId, mintId } from '../kernel/index.ts'
import { type Queryable, announceChange } from '../database/index.ts'
import { hashSecret } from '../sealing/index.ts'
import type { Account, AccountKind, KeyKind } from './account.ts'
import { insertAccount, insertKey, updateKeyExpires, updateKeyRevoked } from './identity-store.ts'
import { hintOf, mintKey } from './key.ts'

export async function createAccount(
  db: Queryable,
  request: {
    readonly kind: AccountKind
    readonly key: string
    readonly name: string
    /** The insurer that manages the account; null for an account that manages itself. */
    readonly createdBy?: AccountId | null
  },
  now: Temporal.Instant,
): Promise<Account> {
  const { createdBy = null, ...rest } = request
  const account: Account = { id: mintId('acc', now), ...rest }
  await insertAccount(db, account, createdBy, now)
  return account
}

/** Returns the key itself, for the only time: only its hash is stored. */
export async function createKey(
  db: Queryable,
  request: {
    readonly accountId: AccountId
    readonly kind: KeyKind
    readonly livemode: boolean
    readonly name: string
    /** Null for a key that may do whatever its kind and its account allow. */
    readonly roles?: readonly string[] | null
  },
  now: Temporal.Instant,
): Promise<{ id: KeyId; key: string }> {
  const key = mintKey(request.kind, request.livemode)
  const id = mintId('key', now)
  await insertKey(db, {
    ...request,
    roles: request.roles ?? null,
    id,
    hash: hashSecret(key),
    hint: hintOf(key),
    createdAt: now,
  })
  return { id, key }
}

/**
 * The old key keeps working for a while, so that clients can switch to the new one. False where it
 * was retired before: retiring it again would extend its life.
 */
export async function retireKey(
  db: Queryable,
  id: KeyId,
  expiresAt: Temporal.Instant,
): Promise<boolean> {
  const retired = await updateKeyExpires(db, id, expiresAt)
  if (retired) await announceChange(db, 'keys')
  return retired
}

/** Revokes the key; every process stops accepting it once it is notified. */
export async function revokeKey(db: Queryable, id: KeyId, now: Temporal.Instant): Promise<boolean> {
  const revoked = await updateKeyRevoked(db, id, now)
  if (revoked) await announceChange(db, 'keys')
  return revoked
}
