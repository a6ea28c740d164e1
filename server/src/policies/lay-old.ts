import type { Clock } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import type { Catalogue, LoadedVersion } from '../products/index.ts'
import { endTimeline } from '../timelines/index.ts'
import type { Policy } from './policy.ts'
import { lockPolicies, selectPolicy } from './policy-store.ts'
import type { PolicyTimeline } from './policy-version.ts'
import { contentOf, soldTimeline } from './sold-timeline.ts'
import {
  insertContents,
  lockUnlaid,
  selectPolicyVersions,
  selectTimeline,
  updateTimeline,
} from './version-store.ts'

/**
 * The timeline of the active version. A policy from before there were timelines gets those of all
 * its versions now, in the transaction that has it locked.
 */
export async function timelineOf(
  tx: Transaction,
  policy: Policy,
  product: LoadedVersion,
  now: Temporal.Instant,
): Promise<PolicyTimeline> {
  const timeline = await selectTimeline(tx, policy.versionId)
  return timeline ?? layOld(tx, policy, product, now)
}

/** The same for whoever only looks at it: it is locked where there is something to lay. */
export async function layWhereOld(
  db: Database,
  policy: Policy,
  product: LoadedVersion,
  now: Temporal.Instant,
): Promise<PolicyTimeline> {
  const timeline = await selectTimeline(db, policy.versionId)
  if (timeline !== undefined) return timeline
  return db.transactionOn(policy.id, async (tx) => {
    await lockPolicies(tx, [policy.id])
    return timelineOf(tx, policy, product, now)
  })
}

const policiesPerTransaction = 100

/** Gives all policies from before there were timelines theirs, in small transactions. */
export async function layOldPolicies(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
}): Promise<void> {
  let laid: number
  do {
    laid = await deps.db.transaction(async (tx) => {
      const unlaid = await lockUnlaid(tx, policiesPerTransaction)
      for (const { id } of unlaid) {
        const policy = await selectPolicy(tx, id)
        const product = policy && (await deps.catalogue.version(policy.productVersionId))
        if (policy === undefined || product === undefined) {
          throw new Error(`policy ${id}, or the version of its product, is gone`)
        }
        await timelineOf(tx, policy, product, deps.clock())
      }
      return unlaid.length
    })
  } while (laid === policiesPerTransaction)
}

async function layOld(
  tx: Transaction,
  policy: Policy,
  product: LoadedVersion,
  now: Temporal.Instant,
): Promise<PolicyTimeline> {
  const content = contentOf(policy, now)
  const frequency = product.plans.get(policy.planId)?.frequency ?? null
  const sold = soldTimeline(policy, frequency, content.id)
  await insertContents(tx, [content])
  let active = sold
  for (const version of await selectPolicyVersions(tx, policy.id)) {
    if (version.state !== 'active' && version.state !== 'superseded') continue
    const timeline =
      version.kind === 'offer' || policy.terminationDay === null
        ? sold
        : endTimeline(sold, policy.terminationDay, {
            method: product.definition.cancellation.refund,
          })
    await updateTimeline(tx, { version, timeline })
    if (version.id === policy.versionId) active = timeline
  }
  return active
}
