import { type PolicyId, isId } from '../kernel/index.ts'
import type { Finder, Queryable } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { type Caller, type Viewer, seenBy } from '../identity/index.ts'
import { policyAt } from './current-snapshot.ts'
import type { Policy } from './policy.ts'
import { selectPolicy } from './policy-store.ts'
import { offerNotFound, offerOfAnother, policyNotFound } from './reasons.ts'

/**
 * This sale as it is now, on its own clock, if this caller may see it: any other caller reads that
 * there is none.
 */
export async function findPolicy(
  db: Finder & Queryable,
  caller: Viewer,
  id: string,
  now: Temporal.Instant,
): Promise<Policy> {
  const policy = seenBy(caller, await lookUp(db, id))
  if (policy === undefined) throw policyNotFound(id)
  const moment = await momentOf(db, () => now, policy)
  return policyAt(db, policy, moment.now)
}

/** The same for an offer, where the offer of another account is refused with its own reason. */
export async function findOffer(db: Finder, caller: Caller, id: string): Promise<Policy> {
  const offer = await lookUp(db, id)
  if (offer === undefined || offer.livemode !== caller.livemode) throw offerNotFound(id)
  if (seenBy(caller, offer) === undefined) throw offerOfAnother(id)
  return offer
}

/**
 * Whether a caller may see the sale of something that does not know who sold its policy, such as an
 * invoice or a case. That it is of the caller's insurer is known.
 */
export async function isOfSeenPolicy(
  db: Finder,
  caller: Caller,
  policyId: PolicyId,
): Promise<boolean> {
  if (caller.account.kind === 'insurer' && caller.limits === null) return true
  return seenBy(caller, await selectPolicy(db, policyId)) !== undefined
}

/** Without a query where the id cannot be that of a sale. */
async function lookUp(db: Finder, id: string): Promise<Policy | undefined> {
  return isId('tpol', id) ? selectPolicy(db, id) : undefined
}
