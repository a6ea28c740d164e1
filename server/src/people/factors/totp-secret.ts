import { randomBytes } from 'node:crypto'
import { OperatorError, type UserId } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import { type KeyRing, type Sealed, open, resealDataKey, seal } from '../../sealing/index.ts'
import {
  type TotpSecret,
  selectOneTotpPerKey,
  selectStaleTotp,
  updateSealedKey,
} from './totp-store.ts'

/** As long as the output of SHA-1, as RFC 4226 recommends. */
const secretBytes = 20
const rowsPerTransactionMax = 200

export function mintTotpSecret(): Buffer {
  return randomBytes(secretBytes)
}

export function sealTotp(ring: KeyRing, userId: UserId, secret: Buffer): Sealed {
  return seal(ring, bindingOf(userId), secret)
}

export function openTotp(ring: KeyRing, secret: TotpSecret): Buffer {
  return open(ring, bindingOf(secret.userId), secret)
}

/** After a new key was put in front of the ring: what is sealed is sealed under it. */
export async function rotateTotp(db: Database, ring: KeyRing): Promise<void> {
  const [current] = ring
  for (let done = rowsPerTransactionMax; done === rowsPerTransactionMax;) {
    done = await db.transaction(async (tx) => {
      const stale = await selectStaleTotp(tx, current.id, rowsPerTransactionMax)
      for (const secret of stale) await updateSealedKey(tx, reseal(ring, secret))
      return stale.length
    })
  }
}

/** Refuses to run with a ring that cannot open the secrets of authenticator apps. */
export async function assertRingOpensTotp(db: Database, ring: KeyRing): Promise<void> {
  for (const secret of await selectOneTotpPerKey(db)) {
    try {
      reseal(ring, secret)
    } catch {
      throw new OperatorError(
        `Secrets of authenticator apps are sealed with the encryption key "${secret.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that they were sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}

function reseal(ring: KeyRing, secret: TotpSecret): TotpSecret {
  return { ...secret, ...resealDataKey(ring, bindingOf(secret.userId), secret) }
}

function bindingOf(userId: UserId): string {
  return `the authenticator app of ${userId}`
}
