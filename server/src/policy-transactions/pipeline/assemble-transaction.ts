import {
  type Clock,
  type Moment,
  type PolicyId,
  type PolicyVersionId,
  Refusal,
} from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import { momentOf } from '../../deadlines/index.ts'
import { recordEvents } from '../../events/index.ts'
import { selectCharged } from '../../ledger/index.ts'
import {
  type Policy,
  type VersionOf,
  failVersion,
  insertContents,
  lockPolicies,
  momentOfPolicy,
  selectPolicy,
  selectPolicyVersion,
  timelineOf,
  updateTimeline,
} from '../../policies/index.ts'
import type { SaveQuote } from '../../quotes/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import type { QuotesByDay } from '../kind.ts'
import { isRequested, requestedKindOf } from '../registry.ts'
import type { RequestedKind } from '../request.ts'
import { activateTransaction } from './activate-transaction.ts'
import { applyTransaction } from './apply-transaction.ts'
import { sumsOf } from './preview-token.ts'
import { type PriceLaterDaysDeps, priceLaterDays } from './price-later-days.ts'
import { proposeTransaction } from './propose-transaction.ts'
import { nothingUnsaved } from './transaction-chain.ts'

export interface AssembleDeps extends PriceLaterDaysDeps {
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly saveQuote: SaveQuote
}

/** A transaction that was accepted. */
interface AcceptedTransaction {
  readonly policyId: PolicyId
  readonly versionId: PolicyVersionId
  /** The amounts that its preview promised. */
  readonly promised?: string
}

/**
 * Turns an accepted transaction into the policy's active version, or proposes it where it has to be paid
 * for first. The job may run more than once: whatever was done stays done, and an event is recorded
 * exactly when the state changes.
 */
export async function assembleTransaction(
  deps: AssembleDeps,
  accepted: AcceptedTransaction,
): Promise<void> {
  const priced = await findPrices(deps, accepted)
  await deps.db.transactionOn(accepted.policyId, async (tx) => {
    // Sent in one batch: the reads after the lock run once the lock is held.
    const [, policy, version] = await Promise.all([
      lockPolicies(tx, [accepted.policyId]),
      selectPolicy(tx, accepted.policyId),
      selectPolicyVersion(tx, accepted.policyId, accepted.versionId),
    ])
    if (policy === undefined || version === undefined || !isRequested(version)) {
      const { policyId, versionId } = accepted
      throw new Error(`there is no requested version ${versionId} of policy ${policyId}`)
    }
    if (version.state !== 'processing') return
    const moment = await momentOf(tx, deps.clock, policy)
    const { now } = moment
    const product = await deps.catalogue.version(policy.productVersionId)
    if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
    const before = await timelineOf(tx, policy.versionId)
    const { statusesBefore } = requestedKindOf(version.kind)
    const failure = statusesBefore.includes(policy.status)
      ? priced.failure
      : `the policy is ${policy.status}`
    if (failure !== null) return fail(tx, { policy, version, failure }, moment)
    const charged = await selectCharged(tx, policy.id)
    const { quotes } = priced
    const input = {
      policy,
      version,
      unsaved: nothingUnsaved,
      product,
      before,
      charged,
      quotes,
      now,
    }
    const outcome = await applyTransaction(tx, input).catch(refusalOf)
    if (outcome instanceof Refusal) {
      return fail(tx, { policy, version, failure: outcome.message }, moment)
    }
    const isKept = accepted.promised === undefined || accepted.promised === sumsOf(outcome)
    if (!isKept) return fail(tx, { policy, version, failure: notAsPreviewed }, moment)
    const { timeline, contents, fallenDue, payUntil } = outcome
    if (contents.length > 0) await insertContents(tx, contents)
    await updateTimeline(tx, { version, timeline })
    const applied = { policy, version, timeline, fallenDue }
    if (payUntil === null) await activateTransaction(tx, applied, moment)
    else await proposeTransaction(tx, deps.keyRing, { ...outcome, ...applied, payUntil }, moment)
  })
}

/** It was possible when it was accepted, and no longer is. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

const notAsPreviewed = 'it no longer comes to what its preview promised'

interface Priced {
  readonly quotes: QuotesByDay
  /** Why a price could not be found; null where all were. */
  readonly failure: string | null
}

/** Prices the later days, before the policy is locked: a transaction without a price fails. */
async function findPrices(
  deps: AssembleDeps,
  { policyId, versionId }: AcceptedTransaction,
): Promise<Priced> {
  const [version, moment] = await Promise.all([
    selectPolicyVersion(deps.db, policyId, versionId),
    momentOfPolicy(deps.db, deps.clock, policyId),
  ])
  const none: Priced = { quotes: new Map(), failure: null }
  if (version?.state !== 'processing' || !isRequested(version)) return none
  try {
    const drafted = { version, unsaved: nothingUnsaved }
    const { quotes, made } = await priceLaterDays(deps, drafted, moment)
    for (const quote of made) await deps.saveQuote(quote, null)
    return { quotes, failure: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...none, failure: `a later day could not be priced: ${error.message}` }
  }
}

async function fail(
  tx: Transaction,
  {
    policy,
    version,
    failure,
  }: {
    readonly policy: Policy
    readonly version: VersionOf<RequestedKind>
    readonly failure: string
  },
  moment: Moment,
): Promise<void> {
  await failVersion(tx, version, failure, moment.now)
  const { failed: type } = requestedKindOf(version.kind).events
  const data = { version_id: version.id, reason: failure }
  await recordEvents(tx, [{ type, about: policy, data }], moment)
}
