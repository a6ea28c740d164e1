import type { Queryable } from '../database/index.ts'
import type { Settlement } from './claim.ts'
import { updateSettled } from './claim-store.ts'

/**
 * Keeps a refusal, which did nothing, so that it needs no transaction. False where the claim is settled
 * or has gone to somebody else: then what they say is what counts.
 */
export async function keepRefusal(db: Queryable, settlement: Settlement): Promise<boolean> {
  return (await updateSettled(db, [settlement])) > 0
}
