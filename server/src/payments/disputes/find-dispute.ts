import { isId } from '../../kernel/index.ts'
import type { Queryable } from '../../database/index.ts'
import { type Caller, seenBy } from '../../identity/index.ts'
import { disputeNotFound } from '../reasons.ts'
import type { Dispute } from './dispute.ts'
import { selectDispute } from './dispute-store.ts'

/** A dispute of this insurer, in the mode of its key and within its limits. */
export async function findDispute(db: Queryable, caller: Caller, id: string): Promise<Dispute> {
  const dispute = seenBy(caller, isId('dsp', id) ? await selectDispute(db, id) : undefined)
  if (dispute === undefined) throw disputeNotFound(id)
  return dispute
}
