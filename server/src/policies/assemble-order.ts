import {
  type Clock,
  type Moment,
  type PolicyId,
  type PolicyVersionId,
  Refusal,
  todayIn,
} from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { foresee, selectCharged } from '../ledger/index.ts'
import type { LifeSettings, LoadedVersion } from '../products/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { activateOrder } from './activate-order.ts'
import { endingRuleOf } from './ending-rule.ts'
import { foreseeChange } from './foresee-change.ts'
import { layCancellation } from './lay-cancellation.ts'
import { layChange } from './lay-change.ts'
import { timelineOf } from './lay-old.ts'
import { layReinstatement } from './lay-reinstatement.ts'
import { momentOfPolicy } from './moment-of-policy.ts'
import { newsOf } from './order-news.ts'
import type { Policy } from './policy.ts'
import { lockPolicies, selectPolicy } from './policy-store.ts'
import type { PolicyTimeline, PolicyVersion } from './policy-version.ts'
import { type PriceAgainDeps, type QuotesByDay, priceAgain } from './price-again.ts'
import { proposeOrder } from './propose-order.ts'
import {
  failVersion,
  insertContents,
  selectPolicyVersion,
  updateTimeline,
} from './version-store.ts'

interface AssembleDeps extends PriceAgainDeps {
  readonly clock: Clock
  readonly keyRing: KeyRing
}

/**
 * Turns an accepted order into the policy's active version, or proposes it where it has to be paid for
 * first. The job may run more than once: whatever was done stays done, and the news goes out exactly
 * when the state changes.
 */
export async function assembleOrder(
  deps: AssembleDeps,
  order: { readonly policyId: PolicyId; readonly versionId: PolicyVersionId },
): Promise<void> {
  const priced = await findPrices(
    deps,
    order,
    await momentOfPolicy(deps.db, deps.clock, order.policyId),
  )
  await deps.db.transactionOn(order.policyId, async (tx) => {
    await lockPolicies(tx, [order.policyId])
    const policy = await selectPolicy(tx, order.policyId)
    const version = await selectPolicyVersion(tx, order.policyId, order.versionId)
    if (policy === undefined || version === undefined) {
      throw new Error(`there is no version ${order.versionId} of policy ${order.policyId}`)
    }
    if (version.state !== 'processing') return
    const moment = await momentOf(tx, deps.clock, policy)
    const { now } = moment
    const product = await deps.catalogue.version(policy.productVersionId)
    if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
    const before = await timelineOf(tx, policy, product, now)
    const failure =
      policy.status === statusBefore(version) ? priced.failure : `the policy is ${policy.status}`
    if (failure !== null) return fail(tx, { policy, version, failure }, moment)
    const { quotes } = priced
    const timeline = await lay(tx, { policy, version, product, before, quotes, now })
    await updateTimeline(tx, { version, timeline })
    const laid = { policy, version, timeline }
    const charged = await selectCharged(tx, policy.id)
    const reckoning = foresee(timeline, charged)
    const today = todayIn(policy.timeZone, now)
    const { settledBy } = foreseeChange(timeline, charged.periods, lifeOf(version, product), today)
    const isPaidFirst = settledBy === 'payment' && reckoning.owed > 0
    if (isPaidFirst) await proposeOrder(tx, deps.keyRing, { ...laid, reckoning }, moment)
    else await activateOrder(tx, laid, moment)
  })
}

interface Priced {
  readonly quotes: QuotesByDay
  /** Why a price could not be found; null where all were. */
  readonly failure: string | null
}

/** What has to be priced again, before the policy is locked: an order without a price fails. */
async function findPrices(
  deps: AssembleDeps,
  order: { readonly policyId: PolicyId; readonly versionId: PolicyVersionId },
  moment: Moment,
): Promise<Priced> {
  const version = await selectPolicyVersion(deps.db, order.policyId, order.versionId)
  const none: Priced = { quotes: new Map(), failure: null }
  if (version?.state !== 'processing' || version.kind !== 'change') return none
  try {
    return { quotes: await priceAgain(deps, version, moment), failure: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...none, failure: `a later day could not be priced: ${error.message}` }
  }
}

/** What a reinstatement leaves to be paid is paid first, whatever a product says of changes. */
function lifeOf({ kind }: PolicyVersion, { definition }: LoadedVersion): LifeSettings {
  return kind === 'reinstatement' ? { ...definition.life, increaseDue: 'now' } : definition.life
}

/** How a policy must stand for the order to be carried out. */
function statusBefore({ kind }: PolicyVersion): Policy['status'] {
  return kind === 'reinstatement' ? 'cancelled' : 'paid'
}

interface Assembling {
  readonly policy: Policy
  readonly version: PolicyVersion
  readonly product: LoadedVersion
  /** What holds until now. */
  readonly before: PolicyTimeline
  readonly quotes: QuotesByDay
  readonly now: Temporal.Instant
}

async function lay(
  tx: Transaction,
  { policy, version, product, before, quotes, now }: Assembling,
): Promise<PolicyTimeline> {
  switch (version.kind) {
    case 'cancellation': {
      const rule = endingRuleOf(product.definition, policy, version.createdAt)
      return layCancellation(version.change, before, rule)
    }
    case 'reinstatement':
      return layReinstatement(tx, policy, version)
    case 'change': {
      const { timeline, contents } = await layChange(tx, version, { before, quotes, now })
      if (contents.length > 0) await insertContents(tx, contents)
      return timeline
    }
    case 'offer':
    case 'lapse':
    case 'renewal':
      throw new Error(`version ${version.id} is a ${version.kind}, which nobody orders`)
  }
}

async function fail(
  tx: Transaction,
  {
    policy,
    version,
    failure,
  }: Pick<Assembling, 'policy' | 'version'> & { readonly failure: string },
  moment: Moment,
): Promise<void> {
  await failVersion(tx, version, failure, moment.now)
  const data = { version_id: version.id, reason: failure }
  await recordEvents(tx, [{ type: newsOf(version.kind).failed, about: policy, data }], moment)
}
