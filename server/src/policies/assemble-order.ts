import type { Clock, PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Catalogue, LoadedVersion } from '../products/index.ts'
import { type Assembled, activateOrder } from './activate-order.ts'
import { endingRuleOf } from './ending-rule.ts'
import { layCancellation } from './lay-cancellation.ts'
import { layChange } from './lay-change.ts'
import { timelineOf } from './lay-old.ts'
import { newsOf } from './order-news.ts'
import { type Policy, mayBecome } from './policy.ts'
import { lockPolicies, selectPolicy } from './policy-store.ts'
import type { PolicyTimeline, PolicyVersion } from './policy-version.ts'
import { failVersion, insertContents, selectPolicyVersion } from './version-store.ts'

/**
 * Turns an accepted order into the policy's active version. The job may run more than once: whatever
 * was done stays done, and the news goes out exactly when the state changes.
 */
export async function assembleOrder(
  deps: { readonly db: Database; readonly clock: Clock; readonly catalogue: Catalogue },
  order: { readonly policyId: PolicyId; readonly versionId: PolicyVersionId },
): Promise<void> {
  const now = deps.clock()
  await deps.db.transactionOn(order.policyId, async (tx) => {
    await lockPolicies(tx, [order.policyId])
    const policy = await selectPolicy(tx, order.policyId)
    const version = await selectPolicyVersion(tx, order.policyId, order.versionId)
    if (policy === undefined || version === undefined) {
      throw new Error(`there is no version ${order.versionId} of policy ${order.policyId}`)
    }
    if (version.state !== 'processing') return
    const product = await deps.catalogue.version(policy.productVersionId)
    if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
    const before = await timelineOf(tx, policy, product, now)
    const assembled = await assemble(tx, { policy, version, product, before, now })
    if ('failure' in assembled) await fail(tx, { policy, version, ...assembled }, now)
    else await activateOrder(tx, { policy, version, ...assembled }, now)
  })
}

interface Assembling {
  readonly policy: Policy
  readonly version: PolicyVersion
  readonly product: LoadedVersion
  /** What holds until now. */
  readonly before: PolicyTimeline
  readonly now: Temporal.Instant
}

interface Failed {
  readonly failure: string
}

async function assemble(
  tx: Transaction,
  { policy, version, product, before, now }: Assembling,
): Promise<Assembled | Failed> {
  switch (version.kind) {
    case 'cancellation': {
      if (!mayBecome(policy.status, 'cancelled')) return isNow(policy)
      const rule = endingRuleOf(product.definition, policy, version.createdAt)
      return layCancellation(version.change, { before, rule, now })
    }
    case 'change': {
      if (policy.status !== 'paid') return isNow(policy)
      const { timeline, contents } = await layChange(tx, version, before, now)
      if (contents.length > 0) await insertContents(tx, contents)
      return { timeline, told: { effective_date: version.effectiveDay.toString() } }
    }
    case 'offer':
    case 'lapse':
    case 'reinstatement':
    case 'renewal':
      throw new Error(`version ${version.id} is a ${version.kind}, which nobody orders`)
  }
}

function isNow(policy: Policy): Failed {
  return { failure: `the policy is ${policy.status}` }
}

async function fail(
  tx: Transaction,
  { policy, version, failure }: Pick<Assembling, 'policy' | 'version'> & Failed,
  now: Temporal.Instant,
): Promise<void> {
  await failVersion(tx, version, failure, now)
  const data = { version_id: version.id, reason: failure }
  await recordEvents(tx, [{ type: newsOf(version.kind).failed, about: policy, data }], now)
}
