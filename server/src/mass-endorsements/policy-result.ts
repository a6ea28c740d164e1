import { type Clock, type Moment, type PolicyId, Refusal } from '../kernel/index.ts'
import { type Database, brokenConstraint } from '../database/index.ts'
import { clockAdvancing, momentOf } from '../deadlines/index.ts'
import { firstInProgress } from '../idempotency/index.ts'
import { type Policy, selectPolicy } from '../policies/index.ts'
import { modificationInProgress, situationAt, staleVersion } from '../policy-transactions/index.ts'
import type { MassEndorsement, MassResult } from './mass-endorsement.ts'

/** Why a policy was not changed, besides what the kind of change says. */
const notInForce = 'not_in_force'
const unexpected = 'unexpected_error'

/** Refusals that pass: the policy is tried again. */
const passing: readonly string[] = [
  clockAdvancing.code,
  firstInProgress.code,
  modificationInProgress.code,
  staleVersion.code,
]

export interface SettleDeps {
  /** Called for a policy that could not be changed for a reason that nobody has thought of. */
  readonly onFailure: (error: unknown, policyId: PolicyId) => void
}

/** One policy that cannot be changed stops no other; a database that is away stops all of them. */
export async function settled<Found extends MassResult | null>(
  { onFailure }: SettleDeps,
  mass: MassEndorsement,
  policyId: PolicyId,
  work: () => Promise<Found>,
): Promise<Found | MassResult> {
  try {
    return await work()
  } catch (error) {
    const isTaken = brokenConstraint(error) === 'policy_versions_one_in_progress'
    if (isTaken) return resultOf(mass, policyId, 'waiting', modificationInProgress.code)
    if (error instanceof Refusal) {
      const { code } = error.details
      return resultOf(mass, policyId, passing.includes(code) ? 'waiting' : 'failed', code)
    }
    if (!isOwn(error)) throw error
    onFailure(error, policyId)
    return resultOf(mass, policyId, 'failed', unexpected)
  }
}

/** SQLSTATE class 23: a row breaks a rule of its table. */
const ruleBroken = '23'

/**
 * Whether it comes from what the policy says; all other errors of the database and its connections have
 * a code too.
 */
function isOwn(error: unknown): boolean {
  if (!(error instanceof Error) || error.cause !== undefined) return false
  return !('code' in error) || String(error.code).startsWith(ruleBroken)
}

/** A policy, and the moment by its clock. */
export async function readPolicy(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  policyId: PolicyId,
): Promise<{ readonly policy: Policy; readonly moment: Moment }> {
  const policy = await selectPolicy(db, policyId)
  if (policy === undefined) throw new Error(`policy ${policyId} is gone`)
  return { policy, moment: await momentOf(db, clock, policy) }
}

/** What becomes of a policy in a situation in which nothing is done with it now; null in any other. */
export function outOfReach(
  mass: MassEndorsement,
  policy: Policy,
  moment: Moment,
): MassResult | null {
  const situation = situationAt(policy, moment.now)
  if (situation === 'in_progress') {
    return resultOf(mass, policy.id, 'waiting', modificationInProgress.code)
  }
  if (mass.filter.situations.some((one) => one === situation)) return null
  return resultOf(mass, policy.id, 'skipped', notInForce)
}

export function resultOf(
  { id: massEndorsementId }: MassEndorsement,
  policyId: PolicyId,
  outcome: MassResult['outcome'],
  code: string | null,
): MassResult {
  const nothingMade = { versionId: null, nextTermEndorsementId: null }
  return { massEndorsementId, policyId, outcome, code, ...nothingMade, price: null }
}
