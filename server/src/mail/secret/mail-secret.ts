import { createHmac, randomBytes } from 'node:crypto'
import type { Queryable } from '../../database/index.ts'
import { type KeyRing, open, seal } from '../../sealing/index.ts'
import type { ServerOwner } from '../own-server/own-server.ts'
import type { SealedRows } from '../rotate-rows.ts'
import {
  type StoredSecret,
  insertMailSecret,
  selectMailSecret,
  selectOneMailSecretPerKey,
  selectStaleMailSecrets,
  updateMailSecretKey,
} from './mail-secret-store.ts'

export interface SecretDeps {
  readonly db: Queryable
  readonly keyRing: KeyRing
}

const secretBytes = 32

/**
 * The secret of an insurer for one mode, made when it is first needed. Addresses are looked up by
 * their hash with it: the key ring rotates, and hashes could not follow.
 */
export async function readMailSecret(
  { db, keyRing }: SecretDeps,
  { insurerId, livemode }: ServerOwner,
): Promise<Buffer> {
  const owner = { insurerId, livemode }
  const stored = await selectMailSecret(db, owner)
  if (stored !== undefined) return open(keyRing, bindingOf(owner), stored)
  const sealed = seal(keyRing, bindingOf(owner), randomBytes(secretBytes))
  await insertMailSecret(db, { ...owner, ...sealed })
  return readMailSecret({ db, keyRing }, owner)
}

/** What an address is looked up by. Upper and lower case are one mailbox almost everywhere. */
export function hashAddress(secret: Buffer, address: string): Buffer {
  return createHmac('sha256', secret).update(`address ${address.trim().toLowerCase()}`).digest()
}

export const sealedSecrets: SealedRows<StoredSecret> = {
  name: 'Secrets of mails',
  bindingOf,
  selectStale: selectStaleMailSecrets,
  updateKey: updateMailSecretKey,
  selectOnePerKey: selectOneMailSecretPerKey,
}

function bindingOf({ insurerId, livemode }: ServerOwner): string {
  return `mail secret of ${insurerId} ${livemode ? 'live' : 'test'}`
}
