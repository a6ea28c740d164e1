import { type AccountId, type KeyId, mintId } from '../kernel/index.ts'
import { type Queryable, announceChange } from '../database/index.ts'
import { hashSecret } from '../sealing/index.ts'
import type { Account, AccountKind, KeyKind } from './account.ts'
import { insertAccount, insertKey, updateKeyExpires, updateKeyRevoked } from './identity-store.ts'
import { hintOf, mintKey } from './key.ts'

export async function createAccount(
  db: Queryable,
  order: {
    readonly kind: AccountKind
    readonly key: string
    readonly name: string
    /** The insurer that manages the account; null for one that manages itself. */
    readonly createdBy?: AccountId | null
  },
  now: Temporal.Instant,
): Promise<Account> {
  const { createdBy = null, ...rest } = order
  const account: Account = { id: mintId('acc', now), ...rest }
  await insertAccount(db, account, createdBy, now)
  return account
}

/** Returns the key itself, for the only time: afterwards just its hash is known. */
export async function createKey(
  db: Queryable,
  order: {
    readonly accountId: AccountId
    readonly kind: KeyKind
    readonly livemode: boolean
    readonly name: string
  },
  now: Temporal.Instant,
): Promise<{ id: KeyId; key: string }> {
  const key = mintKey(order.kind, order.livemode)
  const id = mintId('key', now)
  await insertKey(db, {
    ...order,
    id,
    hash: hashSecret(key),
    hint: hintOf(key),
    createdAt: now,
  })
  return { id, key }
}

/**
 * The old key goes on working for a while, so that nobody is locked out while the new one spreads.
 * False where it was retired before: that would lengthen its life, or give it a new one.
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

/** Every process stops taking the key as soon as it hears of it. */
export async function revokeKey(db: Queryable, id: KeyId, now: Temporal.Instant): Promise<boolean> {
  const revoked = await updateKeyRevoked(db, id, now)
  if (revoked) await announceChange(db, 'keys')
  return revoked
}
