import { type Clock, type Moment, type PolicyId, Refusal } from '../kernel/index.ts'
import { type Database, type Reader, brokenConstraint } from '../database/index.ts'
import { clockAdvancing, momentOf, momentOfTransaction } from '../deadlines/index.ts'
import { type Policy, lockPolicies, readBilled, selectPolicy } from '../policies/index.ts'
import {
  type DecidedTaxChange,
  changeTaxOfPolicy,
  decideTaxChange,
  modificationInProgress,
  situationAt,
} from '../policy-transactions/index.ts'
import { type Catalogue, paymentsPerYear } from '../products/index.ts'
import { selectQuotes } from '../quotes/index.ts'
import { planOn } from '../timelines/index.ts'
import type { ChangedPrice, MassEndorsement, MassResult } from './mass-endorsement.ts'
import { selectMassState } from './mass-endorsement-store.ts'
import { selectResult, upsertResult } from './result-store.ts'

export interface ChangeDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  /** Called for a policy that could not be changed for a reason that nobody has thought of. */
  readonly onFailure: (error: unknown, policyId: PolicyId) => void
}

/** Why a policy was not changed, besides what the kind of change says. */
const notInForce = 'not_in_force'
const unexpected = 'unexpected_error'

/** What a mass endorsement would do to a policy now. Nothing is written. */
export async function previewOnPolicy(
  deps: ChangeDeps,
  mass: MassEndorsement,
  policyId: PolicyId,
): Promise<MassResult> {
  return settled(deps, mass, policyId, async () => {
    const policy = await selectPolicy(deps.db, policyId)
    if (policy === undefined) throw new Error(`policy ${policyId} is gone`)
    const moment = await momentOf(deps.db, deps.clock, policy)
    return (await lookAt(deps, deps.db, { mass, policy, moment })).result
  })
}

/**
 * Changes a policy once, whoever tries it how often: the result is written with the version. Null where the
 * mass endorsement was stopped meanwhile.
 */
export async function changePolicy(
  deps: ChangeDeps,
  mass: MassEndorsement,
  policyId: PolicyId,
): Promise<MassResult | null> {
  const { db, clock } = deps
  const result = await settled(deps, mass, policyId, () =>
    db.transactionOn(policyId, async (tx) => {
      await lockPolicies(tx, [policyId])
      const known = await selectResult(tx, mass.id, policyId)
      if (known !== undefined && known.outcome !== 'waiting') return known
      if ((await selectMassState(tx, mass.id)) !== 'running') return null
      const policy = await selectPolicy(tx, policyId)
      if (policy === undefined) throw new Error(`policy ${policyId} is gone`)
      const moment = await momentOfTransaction(tx, clock, policy)
      const { result: looked, decided } = await lookAt(deps, tx, { mass, policy, moment })
      if (decided === null) {
        await upsertResult(tx, looked, moment.real)
        return looked
      }
      const change = { ...mass.change, massEndorsementId: mass.id, day: mass.effectiveDay }
      const versionId = await changeTaxOfPolicy(tx, policy, { change, decided }, moment)
      const changed = { ...looked, versionId }
      await upsertResult(tx, changed, moment.real)
      return changed
    }),
  )
  // It was refused, so that its transaction wrote nothing.
  const isRefused = result !== null && result.price === null && result.outcome !== 'skipped'
  if (isRefused) await upsertResult(db, result, clock())
  return result
}

interface LookedAt {
  readonly result: MassResult
  /** Null where nothing is to be done. */
  readonly decided: DecidedTaxChange | null
}

async function lookAt(
  { catalogue }: ChangeDeps,
  db: Reader,
  looking: {
    readonly mass: MassEndorsement
    readonly policy: Policy
    readonly moment: Moment
  },
): Promise<LookedAt> {
  const { mass, policy, moment } = looking
  const done = (outcome: MassResult['outcome'], code: string): LookedAt => ({
    result: resultOf(mass, policy.id, outcome, code),
    decided: null,
  })
  const situation = situationAt(policy, moment.now)
  if (situation === 'in_progress') return done('waiting', modificationInProgress.code)
  if (!mass.filter.situations.some((one) => one === situation)) return done('skipped', notInForce)
  const product = await catalogue.version(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  const { timeline, charged } = await readBilled(db, policy)
  const ids = [...new Set(timeline.segments.map(({ quoteId }) => quoteId))]
  const quotes = new Map((await selectQuotes(db, ids)).map((quote) => [quote.id, quote]))
  const { effectiveDay: day, change } = mass
  const taxed = { policy, timeline, charged: charged.periods, product, quotes }
  const decided = decideTaxChange(taxed, { ...change, day }, moment)
  if (typeof decided === 'string') return done('skipped', decided)
  const { frequency } = planOn(timeline, decided.firstDay)
  const price: ChangedPrice = {
    firstDay: decided.firstDay.toString(),
    currency: policy.currency,
    paymentBefore: decided.before.payment,
    paymentAfter: decided.after.payment,
    taxBefore: decided.before.tax,
    taxAfter: decided.after.tax,
    payments: frequency === null ? 1 : paymentsPerYear[frequency],
  }
  const result: MassResult = { ...resultOf(mass, policy.id, 'applied', null), price }
  return { result, decided }
}

/** One policy that cannot be changed stops no other; a database that is away stops all of them. */
async function settled<Found extends MassResult | null>(
  { onFailure }: ChangeDeps,
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
      return resultOf(mass, policyId, code === clockAdvancing.code ? 'waiting' : 'failed', code)
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

function resultOf(
  { id: massEndorsementId }: MassEndorsement,
  policyId: PolicyId,
  outcome: MassResult['outcome'],
  code: string | null,
): MassResult {
  return { massEndorsementId, policyId, outcome, code, versionId: null, price: null }
}
