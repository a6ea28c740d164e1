import { Refusal } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type KeyRing, resealDataKey } from '../sealing/index.ts'
import { selectOneSealedPerKey, selectStaleSensitiveData, updateSealedKey } from './policy-store.ts'

const rowsPerTransactionMax = 200

/** After a new key was put in front of the ring: seals every older data key under it, while we serve. */
export async function rotateSensitiveData(db: Database, ring: KeyRing): Promise<number> {
  const [current] = ring
  let rotated = 0
  for (;;) {
    const done = await db.transaction(async (tx) => {
      const rows = await selectStaleSensitiveData(tx, current.id, rowsPerTransactionMax)
      for (const row of rows) {
        await updateSealedKey(tx, {
          policyId: row.policyId,
          ...resealDataKey(ring, row.policyId, row),
        })
      }
      return rows.length
    })
    rotated += done
    if (done < rowsPerTransactionMax) return rotated
  }
}

/** Refuses to run with a ring that cannot open what is stored: better now than when it is needed. */
export async function assertRingOpens(db: Database, ring: KeyRing): Promise<void> {
  for (const row of await selectOneSealedPerKey(db)) {
    try {
      resealDataKey(ring, row.policyId, row)
    } catch {
      throw new Refusal(
        'malformed_request',
        `Sensitive data in the database is sealed with the encryption key "${row.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that the data was sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}
