import { OperatorError } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import { resealCredentials } from './credentials.ts'
import {
  selectOneCredentialPerKey,
  selectStaleCredentials,
  updateSealedCredentials,
} from './credential-store.ts'

const rowsPerTransactionMax = 200

/** Encrypts the credentials with the newest key of the ring. */
export async function rotateCredentials(db: Database, ring: KeyRing): Promise<void> {
  const [current] = ring
  for (let done = rowsPerTransactionMax; done === rowsPerTransactionMax;) {
    done = await db.transaction(async (tx) => {
      const stale = await selectStaleCredentials(tx, current.id, rowsPerTransactionMax)
      for (const one of stale) await updateSealedCredentials(tx, resealCredentials(ring, one))
      return stale.length
    })
  }
}

/** Refuses to run with a ring that cannot decrypt the credentials. */
export async function assertRingOpensCredentials(db: Database, ring: KeyRing): Promise<void> {
  for (const one of await selectOneCredentialPerKey(db)) {
    try {
      resealCredentials(ring, one)
    } catch {
      throw new OperatorError(
        `Credentials of payment providers are sealed with the encryption key "${one.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that they were sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}
