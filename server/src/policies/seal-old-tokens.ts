import type { Database } from '../database/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { lockPolicies } from './policy-store.ts'
import { sealTokens } from './policy-tokens.ts'
import {
  deleteUnsealedTokens,
  insertSecrets,
  selectUnsealedTokens,
  truncateUnsealedTokens,
} from './secret-store.ts'

const rowsPerTransactionMax = 1_000

/**
 * Seals the tokens of sales from before tokens were sealed: a migration has put them aside, as it has
 * no keys. Done at the start, before anybody is served; servers that start at once take turns.
 */
export async function sealOldTokens(db: Database, ring: KeyRing): Promise<number> {
  let sealed = 0
  for (;;) {
    const done = await sealSome(db, ring)
    sealed += done
    if (done > 0) continue
    if (sealed > 0) await truncateUnsealedTokens(db)
    return sealed
  }
}

async function sealSome(db: Database, ring: KeyRing): Promise<number> {
  return db.transaction(async (tx) => {
    const waiting = await selectUnsealedTokens(tx, rowsPerTransactionMax)
    const policyIds = waiting.map(({ policyId }) => policyId)
    if (policyIds.length === 0) return 0
    await lockPolicies(tx, policyIds)
    await insertSecrets(
      tx,
      waiting.map((tokens) => ({
        policyId: tokens.policyId,
        kind: 'tokens',
        subject: '',
        ...sealTokens(ring, tokens.policyId, tokens),
      })),
    )
    await deleteUnsealedTokens(tx, policyIds)
    return policyIds.length
  })
}
