import { type Clock, type Moment, type PolicyId, isId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { firstInProgress, releaseReservation, reserveKey } from '../idempotency/index.ts'
import type { Policy } from '../policies/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { MassActOfMany, MassActs } from './mass-act.ts'
import type { MassResult } from './mass-endorsement.ts'
import { selectMassState } from './mass-endorsement-store.ts'
import { type SettleDeps, outOfReach, readPolicy, resultOf, settled } from './policy-result.ts'
import { selectResult, upsertResult } from './result-store.ts'

export interface ActDeps extends SettleDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
  /** What rooms above do with a policy. */
  readonly acts: MassActs
}

/** What an act would do to a policy; refused where it would be. */
export async function decideAct(
  { acts }: ActDeps,
  mass: MassActOfMany,
  policy: Policy,
  moment: Moment,
): Promise<MassResult> {
  const out = outOfReach(mass, policy, moment)
  if (out !== null) return out
  const price = await acts.preview(mass, policy, moment)
  return { ...resultOf(mass, policy.id, 'applied', null), price }
}

/**
 * Acts on a policy once: the act completes a reservation of its own in its transaction, so that a job
 * that runs again after a crash finds it done. Null where the run was stopped meanwhile.
 */
export async function actOnPolicy(
  deps: ActDeps,
  mass: MassActOfMany,
  policyId: PolicyId,
): Promise<MassResult | null> {
  const { db, clock } = deps
  const known = await selectResult(db, mass.id, policyId)
  if (known !== undefined && known.outcome !== 'waiting') return known
  if ((await selectMassState(db, mass.id)) !== 'running') return null
  const result = await settled(deps, mass, policyId, () =>
    actOnce(deps, mass, policyId, known?.price ?? null),
  )
  await upsertResult(db, result, clock())
  return result
}

async function actOnce(
  deps: ActDeps,
  mass: MassActOfMany,
  policyId: PolicyId,
  /** Written down before the act by whoever died after it. */
  price: MassResult['price'],
): Promise<MassResult> {
  const { db, clock, acts } = deps
  const { insurerId: accountId, livemode, id } = mass
  const key = { accountId, livemode, key: `mass act ${id} ${policyId}` }
  const reserved = await reserveKey(deps, key, Buffer.from(id), clock())
  if (!reserved.isFirst) {
    const made = 'madeId' in reserved.repeated ? reserved.repeated.madeId : ''
    const done = { ...resultOf(mass, policyId, 'applied', null), price }
    return isId('tpv', made) ? { ...done, versionId: made } : done
  }
  const { reservation } = reserved
  try {
    const { policy, moment } = await readPolicy(deps, policyId)
    const decided = await decideAct(deps, mass, policy, moment)
    if (decided.outcome !== 'applied') {
      await releaseReservation(db, reservation)
      return decided
    }
    const beforehand = { ...decided, outcome: 'waiting', code: firstInProgress.code } as const
    await upsertResult(db, beforehand, clock())
    const versionId = await acts.apply(mass, policy, (made) => {
      return { reservation, status: 200, madeId: made.id }
    })
    return { ...decided, versionId }
  } catch (error) {
    await releaseReservation(db, reservation)
    throw error
  }
}
