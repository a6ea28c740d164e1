import type { JsonObject } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { enqueue, enqueueAll } from '../jobs/index.ts'
import { reckon } from '../ledger/index.ts'
import { documentsOf } from './documents-due.ts'
import { heldToday } from './held-today.ts'
import { newsOf } from './order-news.ts'
import type { Policy } from './policy.ts'
import { updateToVersion } from './policy-store.ts'
import type { PolicyTimeline, PolicyVersion } from './policy-version.ts'
import { activateVersion, updateTimeline } from './version-store.ts'

/** What an order makes of a policy. */
export interface Assembled {
  readonly timeline: PolicyTimeline
  /** What the policy's own row says otherwise from now on. */
  readonly standing?: Partial<
    Pick<Policy, 'status' | 'terminationDay' | 'cancellationReason' | 'cancelledBy' | 'cancelledAt'>
  >
  /** What the event tells of it besides the version: never a person's data. */
  readonly told: JsonObject
}

/**
 * Makes an order the active version of its policy, in the transaction that has the policy locked:
 * its timeline, the row that says what holds today, the news, and what follows from it.
 */
export async function activateOrder(
  tx: Transaction,
  {
    policy,
    version,
    timeline,
    standing = {},
    told,
  }: Assembled & { readonly policy: Policy; readonly version: PolicyVersion },
  now: Temporal.Instant,
): Promise<void> {
  const held = await heldToday(tx, policy, timeline, now)
  await updateToVersion(tx, { ...policy, ...standing, versionId: version.id }, held)
  await updateTimeline(tx, { version, timeline })
  await activateVersion(tx, version, now)
  const ids = { policyId: policy.id, versionId: version.id }
  const { refund } = await reckon(tx, { ...ids, timeline, now })
  if (refund > 0) await enqueue(tx, 'credit_due', ids)
  const type = newsOf(version.kind).done
  const data = { version_id: version.id, ...told }
  await recordEvents(tx, [{ type, about: policy, data }], now)
  await enqueueAll(tx, 'make_documents', documentsOf(version))
}
