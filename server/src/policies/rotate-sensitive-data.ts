import type { Database } from '../database/index.ts'
import { selectStaleSensitiveData, updateSealedKey } from './policy-store.ts'
import { type KeyRing, resealDataKey } from './sensitive-data.ts'

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
