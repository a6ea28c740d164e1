import type { PolicyId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { orderEvents, selectFeedPolicies } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import { selectAgreementsWith } from './agreement-store.ts'
import { type CommissionDeps, postCommissionOf } from './post-commission.ts'
import { selectFeedPosition, updateFeedPosition } from './statement-store.ts'

const eventsPerRound = 500

/**
 * Posts the commission of every policy that something has happened to since the last call. Sales,
 * payments and whatever else moves money know nothing of it: each of them records an event, and the feed
 * skips none. Several processes may do so at once.
 */
export async function followFeed(
  deps: CommissionDeps,
  { roundsMax = Infinity, signal }: { roundsMax?: number; signal?: AbortSignal } = {},
): Promise<void> {
  await orderEvents(deps.db)
  for (let round = 0; round < roundsMax; round += 1) {
    if (signal?.aborted === true) return
    const from = await selectFeedPosition(deps.db)
    const events = await selectFeedPolicies(deps.db, from, eventsPerRound)
    const to = events.at(-1)?.position
    if (to === undefined) return
    await postOrLeave(deps, await policiesUnderAgreement(deps.db, events))
    await updateFeedPosition(deps.db, { from, to })
    if (events.length < eventsPerRound) return
  }
}

async function policiesUnderAgreement(
  db: Queryable,
  events: Awaited<ReturnType<typeof selectFeedPolicies>>,
): Promise<PolicyId[]> {
  const sold = events.flatMap(({ policyId, distributorId }) => {
    return policyId === null || distributorId === null ? [] : [{ policyId, distributorId }]
  })
  const distributors = [...new Set(sold.map(({ distributorId }) => distributorId))]
  if (distributors.length === 0) return []
  const agreements = await selectAgreementsWith(db, distributors)
  const agreed = new Set(agreements.map(({ distributorId }) => distributorId))
  const own = sold.filter(({ distributorId }) => agreed.has(distributorId))
  return [...new Set(own.map(({ policyId }) => policyId))]
}

/** A policy that fails keeps no other back: a job tries it again, and reports why it fails. */
export async function postOrLeave(
  deps: CommissionDeps,
  policyIds: readonly PolicyId[],
): Promise<void> {
  try {
    await postCommissionOf(deps, policyIds)
  } catch {
    for (const policyId of policyIds) {
      await enqueue(deps.db, 'post_commission', { policyId }, { key: `commission ${policyId}` })
    }
  }
}
