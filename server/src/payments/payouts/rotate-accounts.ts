import { OperatorError } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import { resealAccount } from './bank-account.ts'
import {
  selectOneAccountPerKey,
  selectStaleAccounts,
  updateSealedAccount,
} from './bank-account-store.ts'

const rowsPerTransactionMax = 200

/** After a new key was put in front of the ring: what is sealed is sealed under it. */
export async function rotateAccounts(db: Database, ring: KeyRing): Promise<void> {
  const [current] = ring
  for (let done = rowsPerTransactionMax; done === rowsPerTransactionMax;) {
    done = await db.transaction(async (tx) => {
      const stale = await selectStaleAccounts(tx, current.id, rowsPerTransactionMax)
      for (const account of stale) await updateSealedAccount(tx, resealAccount(ring, account))
      return stale.length
    })
  }
}

/** Refuses to run with a ring that cannot open the bank accounts of customers. */
export async function assertRingOpensAccounts(db: Database, ring: KeyRing): Promise<void> {
  for (const account of await selectOneAccountPerKey(db)) {
    try {
      resealAccount(ring, account)
    } catch {
      throw new OperatorError(
        `Bank accounts of customers are sealed with the encryption key "${account.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that they were sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}
