import {
  type Clock,
  type Moment,
  type PolicyId,
  type PolicyVersionId,
  Refusal,
} from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { selectCharged } from '../ledger/index.ts'
import type { SaveQuote } from '../quotes/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { activateOrder } from './activate-order.ts'
import { layOrder } from './lay-order.ts'
import { momentOfPolicy } from './moment-of-policy.ts'
import { orderFailed } from './order-news.ts'
import { nothingBrought } from './order-chain.ts'
import type { Policy } from './policy.ts'
import { lockPolicies, selectPolicy } from './policy-store.ts'
import type { PolicyVersion } from './policy-version.ts'
import { type PriceAgainDeps, type QuotesByDay, priceAgain } from './price-again.ts'
import { sumsOf } from './preview-token.ts'
import { proposeOrder } from './propose-order.ts'
import { timelineOf } from './read-billed.ts'
import {
  failVersion,
  insertContents,
  selectPolicyVersion,
  updateTimeline,
} from './version-store.ts'

interface AssembleDeps extends PriceAgainDeps {
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly saveQuote: SaveQuote
}

/**
 * Turns an accepted order into the policy's active version, or proposes it where it has to be paid for
 * first. The job may run more than once: whatever was done stays done, and the news goes out exactly
 * when the state changes.
 */
export async function assembleOrder(
  deps: AssembleDeps,
  order: {
    readonly policyId: PolicyId
    readonly versionId: PolicyVersionId
    /** The sums that were promised for it. */
    readonly promised?: string
  },
): Promise<void> {
  const priced = await findPrices(deps, order)
  await deps.db.transactionOn(order.policyId, async (tx) => {
    // Sent together: what comes after the lock is read when that is held.
    const [, policy, version] = await Promise.all([
      lockPolicies(tx, [order.policyId]),
      selectPolicy(tx, order.policyId),
      selectPolicyVersion(tx, order.policyId, order.versionId),
    ])
    if (policy === undefined || version === undefined) {
      throw new Error(`there is no version ${order.versionId} of policy ${order.policyId}`)
    }
    if (version.state !== 'processing') return
    const moment = await momentOf(tx, deps.clock, policy)
    const { now } = moment
    const product = await deps.catalogue.version(policy.productVersionId)
    if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
    const before = await timelineOf(tx, policy.versionId)
    const failure =
      policy.status === statusBefore(version) ? priced.failure : `the policy is ${policy.status}`
    if (failure !== null) return fail(tx, { policy, version, failure }, moment)
    const charged = await selectCharged(tx, policy.id)
    const { quotes } = priced
    const sheet = {
      policy,
      version,
      brought: nothingBrought,
      product,
      before,
      charged,
      quotes,
      now,
    }
    const laid = await layOrder(tx, sheet)
    const isKept = order.promised === undefined || order.promised === sumsOf(laid)
    if (!isKept) return fail(tx, { policy, version, failure: notAsPreviewed }, moment)
    const { timeline, contents, fallenDue, payUntil } = laid
    if (contents.length > 0) await insertContents(tx, contents)
    await updateTimeline(tx, { version, timeline })
    const made = { policy, version, timeline, fallenDue }
    if (payUntil === null) await activateOrder(tx, made, moment)
    else await proposeOrder(tx, deps.keyRing, { ...laid, ...made, payUntil }, moment)
  })
}

const notAsPreviewed = 'it no longer comes to what its preview promised'

interface Priced {
  readonly quotes: QuotesByDay
  /** Why a price could not be found; null where all were. */
  readonly failure: string | null
}

/** What has to be priced again, before the policy is locked: an order without a price fails. */
async function findPrices(
  deps: AssembleDeps,
  order: { readonly policyId: PolicyId; readonly versionId: PolicyVersionId },
): Promise<Priced> {
  const [version, moment] = await Promise.all([
    selectPolicyVersion(deps.db, order.policyId, order.versionId),
    momentOfPolicy(deps.db, deps.clock, order.policyId),
  ])
  const none: Priced = { quotes: new Map(), failure: null }
  if (version?.state !== 'processing') return none
  try {
    const { quotes, made } = await priceAgain(deps, { version, brought: nothingBrought }, moment)
    for (const quote of made) await deps.saveQuote(quote, null)
    return { quotes, failure: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...none, failure: `a later day could not be priced: ${error.message}` }
  }
}

/** How a policy must stand for the order to be carried out. */
function statusBefore({ kind }: PolicyVersion): Policy['status'] {
  return kind === 'reinstatement' ? 'cancelled' : 'paid'
}

async function fail(
  tx: Transaction,
  {
    policy,
    version,
    failure,
  }: { readonly policy: Policy; readonly version: PolicyVersion; readonly failure: string },
  moment: Moment,
): Promise<void> {
  await failVersion(tx, version, failure, moment.now)
  await recordEvents(tx, [orderFailed(policy, version, failure)], moment)
}
