import { isDeepStrictEqual } from 'node:util'
import type { Clock, JsonObject, PolicyId, Refusal } from '../kernel/index.ts'
import { deepMerge } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import { lockPolicies, updateTermEnd } from '../policies/index.ts'
import { refusalOfAction } from '../policy-transactions/index.ts'
import { type FoundRenewal, findRenewal } from './find-renewal.ts'
import { nothingToRetry } from './reasons.ts'
import { isRetried } from './renewal.ts'
import { upsertRenewal } from './renewal-store.ts'

export interface RetryRequest {
  readonly caller: Caller
  readonly policyId: PolicyId
  /** For the next term alone, merged into the values given before. */
  readonly answers: JsonObject
  readonly data: JsonObject
}

/** Has the next term priced again that was blocked or knocked out, on the newest version. */
export async function retryRenewal(
  deps: { readonly db: Database; readonly clock: Clock },
  { caller, policyId, answers, data }: RetryRequest,
  replay: ReplayWriter<FoundRenewal> | null,
): Promise<FoundRenewal> {
  return deps.db.transactionOn(policyId, async (tx) => {
    const done = async (made: FoundRenewal) => {
      await completeReservation(tx, replay, made)
      return made
    }
    await lockPolicies(tx, [policyId])
    const found = await findRenewal(tx, { caller }, policyId, deps.clock())
    const { policy, renewal } = found
    const moment = await momentOfTransaction(tx, deps.clock, policy)
    const refusal = refusalOfRetry(found, moment.now)
    if (refusal !== null) throw refusal
    if (renewal === null) throw new Error(`${policyId} has no renewal to retry`)
    const given = {
      ...renewal.given,
      answers: deepMerge(renewal.given.answers, answers),
      data: deepMerge(renewal.given.data, data),
    }
    // The same retry is already under way: a repeated request gets its state.
    if (renewal.state === 'scheduled' && isDeepStrictEqual(given, renewal.given)) return done(found)
    const retried = { ...renewal, state: 'scheduled', problems: [], given } as const
    await upsertRenewal(tx, retried, policy)
    const { termLastDay, renews } = policy
    await updateTermEnd(tx, policyId, { termLastDay, renews, renewalNoticeAt: null })
    await enqueue(tx, 'price_renewal', { policyId, versionId: policy.versionId })
    await recordAudit(
      tx,
      caller,
      {
        action: 'renewal.retried',
        accountId: policy.insurerId,
        livemode: policy.livemode,
        subjectId: policyId,
        before: { state: renewal.state },
        // Names alone: the values are the customer's.
        after: { state: retried.state, given: [...Object.keys(answers), ...Object.keys(data)] },
      },
      moment,
    )
    return done({ ...found, renewal: retried })
  })
}

/** Why the next term is not priced again; null if it can be. */
export function refusalOfRetry(
  { policy, renewal }: FoundRenewal,
  now: Temporal.Instant,
): Refusal | null {
  const closed = refusalOfAction('renewal', policy, now)
  if (closed !== null) return closed
  const isRetriable = renewal !== null && isRetried(renewal)
  return isRetriable ? null : nothingToRetry(policy.id, renewal?.state ?? 'scheduled')
}
