import { isId } from '../kernel/index.ts'
import type { Finder, Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { type Policy, findPolicy, selectPolicy } from '../policies/index.ts'
import { secretMatches } from '../sealing/index.ts'
import { notToBeRenewed, renewalTokenUnknown } from './reasons.ts'
import type { Renewal } from './renewal.ts'
import { selectRenewal } from './renewal-store.ts'

/** Who asks: the holder of a secret key that may see the sale, or of the token in the last notice. */
export type Asker = { readonly caller: Caller } | { readonly token: string }

/** The renewal of a policy's last term; null where the next one has not been looked at yet. */
export interface FoundRenewal {
  readonly policy: Policy
  readonly firstDay: Temporal.PlainDate
  readonly renewal: Renewal | null
}

/** The renewal as it is now, if this is somebody who may see it. */
export async function findRenewal(
  db: Finder & Queryable,
  asker: Asker,
  policyId: string,
  now: Temporal.Instant,
): Promise<FoundRenewal> {
  if ('caller' in asker) {
    const policy = await findPolicy(db, asker.caller, policyId, now)
    return ofPolicy(db, policy)
  }
  const policy = isId('tpol', policyId) ? await selectPolicy(db, policyId) : undefined
  if (policy === undefined || policy.termLastDay === null) throw renewalTokenUnknown()
  const found = await ofPolicy(db, policy)
  const hash = found.renewal?.tokenHash ?? null
  if (hash === null || !secretMatches(asker.token, hash)) throw renewalTokenUnknown()
  return found
}

async function ofPolicy(db: Queryable, policy: Policy): Promise<FoundRenewal> {
  if (policy.termLastDay === null) throw notToBeRenewed(policy.id)
  const firstDay = policy.termLastDay.add({ days: 1 })
  const renewal = (await selectRenewal(db, policy.id, firstDay)) ?? null
  return { policy, firstDay, renewal }
}
