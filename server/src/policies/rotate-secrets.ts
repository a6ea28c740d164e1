import { OperatorError } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type KeyRing, resealDataKey } from '../sealing/index.ts'
import {
  type PolicySecret,
  bindingOf,
  selectOneSecretPerKey,
  selectStaleSecrets,
  updateSealedKeys,
} from './secret-store.ts'

const rowsPerTransactionMax = 200

/** After a new key was put in front of the ring: seals every older data key under it, while we serve. */
export async function rotateSecrets(db: Database, ring: KeyRing): Promise<number> {
  const [current] = ring
  let rotated = 0
  for (;;) {
    const done = await db.transaction(async (tx) => {
      const stale = await selectStaleSecrets(tx, current.id, rowsPerTransactionMax)
      if (stale.length > 0) {
        await updateSealedKeys(
          tx,
          stale.map((secret) => ({ ...secret, ...reseal(ring, secret) })),
        )
      }
      return stale.length
    })
    rotated += done
    if (done < rowsPerTransactionMax) return rotated
  }
}

/** Refuses to run with a ring that cannot open what is stored: better now than when it is needed. */
export async function assertRingOpens(db: Database, ring: KeyRing): Promise<void> {
  for (const secret of await selectOneSecretPerKey(db)) {
    try {
      reseal(ring, secret)
    } catch {
      throw new OperatorError(
        `Tokens and sensitive data in the database are sealed with the encryption key "${secret.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that they were sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}

function reseal(ring: KeyRing, secret: PolicySecret) {
  return resealDataKey(ring, bindingOf(secret.kind, secret.policyId, secret.subject), secret)
}
