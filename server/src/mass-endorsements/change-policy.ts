import type { Clock, Moment, PolicyId } from '../kernel/index.ts'
import type { Database, Reader, Transaction } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import { type Policy, lockPolicies, selectPolicy } from '../policies/index.ts'
import {
  changeTaxOfPolicy,
  modificationInProgress,
  situationAt,
} from '../policy-transactions/index.ts'
import { type ActDeps, actOnPolicy, decideAct } from './act-on-policy.ts'
import { type IndexDeps, decideRaise } from './index-policy.ts'
import { type MassActOfMany, isAct } from './mass-act.ts'
import type { MassEndorsement, MassResult } from './mass-endorsement.ts'
import { selectMassState } from './mass-endorsement-store.ts'
import { outOfReach, readPolicy, resultOf, settled } from './policy-result.ts'
import { selectResult, upsertResult } from './result-store.ts'
import { decideTax } from './tax-policy.ts'

export interface ChangeDeps extends IndexDeps, ActDeps {
  readonly db: Database
  readonly clock: Clock
}

/** What a mass endorsement would do to a policy now. Nothing is written. */
export async function previewOnPolicy(
  deps: ChangeDeps,
  mass: MassEndorsement,
  policyId: PolicyId,
): Promise<MassResult> {
  return settled(deps, mass, policyId, async () => {
    const { policy, moment } = await readPolicy(deps, policyId)
    if (isAct(mass)) return decideAct(deps, mass, policy, moment)
    return (await decide(deps, deps.db, { mass, policy, moment })).result
  })
}

/**
 * Changes a policy once, whoever tries it how often: the result is written with the change. Null where the
 * mass endorsement was stopped meanwhile.
 */
export async function changePolicy(
  deps: ChangeDeps,
  mass: MassEndorsement,
  policyId: PolicyId,
): Promise<MassResult | null> {
  const { db, clock } = deps
  if (isAct(mass)) return actOnPolicy(deps, mass, policyId)
  const result = await settled(deps, mass, policyId, async () => {
    // An index is priced before the policy is locked, since a rater may be asked.
    const priced = mass.kind === 'indexation' ? await priceIndex(deps, mass, policyId) : null
    return db.transactionOn(policyId, async (tx) => {
      await lockPolicies(tx, [policyId])
      const known = await selectResult(tx, mass.id, policyId)
      if (known !== undefined && known.outcome !== 'waiting') return known
      if ((await selectMassState(tx, mass.id)) !== 'running') return null
      const policy = await selectPolicy(tx, policyId)
      if (policy === undefined) throw new Error(`policy ${policyId} is gone`)
      const moment = await momentOfTransaction(tx, clock, policy)
      const { result: looked, carryOut } =
        priced ?? (await decide(deps, tx, { mass, policy, moment }))
      // Null where somebody has changed the policy since it was priced.
      const isTaken = situationAt(policy, moment.now) === 'in_progress'
      const made = carryOut === null ? {} : isTaken ? null : await carryOut(tx, policy, moment)
      const settling =
        made === null
          ? resultOf(mass, policyId, 'waiting', modificationInProgress.code)
          : { ...looked, ...made }
      await upsertResult(tx, settling, moment.real)
      return settling
    })
  })
  // It was refused, so that its transaction wrote nothing.
  const isRefused = result !== null && result.price === null && result.outcome !== 'skipped'
  if (isRefused) await upsertResult(db, result, clock())
  return result
}

/** What is decided and carried out here, not by an act of another room. */
type PolicyChange = Exclude<MassEndorsement, MassActOfMany>

type CarryOut = (tx: Transaction, policy: Policy, moment: Moment) => Promise<Made | null>
type Made = Pick<MassResult, 'versionId' | 'nextTermEndorsementId'>

interface Decided {
  readonly result: MassResult
  /** Null where nothing is to be done. */
  readonly carryOut: CarryOut | null
}

/** What was decided before is not priced again: the transaction finds its result. */
async function priceIndex(
  deps: ChangeDeps,
  mass: PolicyChange,
  policyId: PolicyId,
): Promise<Decided> {
  const known = await selectResult(deps.db, mass.id, policyId)
  if (known !== undefined && known.outcome !== 'waiting') return { result: known, carryOut: null }
  const { policy, moment } = await readPolicy(deps, policyId)
  return decide(deps, deps.db, { mass, policy, moment })
}

async function decide(
  deps: ChangeDeps,
  db: Reader,
  looking: { readonly mass: PolicyChange; readonly policy: Policy; readonly moment: Moment },
): Promise<Decided> {
  const { mass, policy, moment } = looking
  const done = (outcome: MassResult['outcome'], code: string): Decided => ({
    result: resultOf(mass, policy.id, outcome, code),
    carryOut: null,
  })
  const out = outOfReach(mass, policy, moment)
  if (out !== null) return { result: out, carryOut: null }
  const product = await deps.catalogue.version(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  const applied = resultOf(mass, policy.id, 'applied', null)
  if (mass.kind === 'indexation') {
    const found = await decideRaise(deps, mass, policy, product, moment)
    if ('skip' in found) return done('skipped', found.skip)
    if ('fail' in found) return done('failed', found.fail)
    const { price, carryOut } = found
    return { result: { ...applied, price }, carryOut }
  }
  const found = await decideTax(db, mass, policy, product, moment)
  if ('skip' in found) return done('skipped', found.skip)
  const { price, decided } = found
  const change = { ...mass.change, massEndorsementId: mass.id, day: mass.effectiveDay }
  return {
    result: { ...applied, price },
    carryOut: async (tx, locked, at) => {
      const versionId = await changeTaxOfPolicy(tx, locked, { change, decided }, at)
      return { versionId, nextTermEndorsementId: null }
    },
  }
}
