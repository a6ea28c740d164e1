import {
  type Clock,
  type PolicyId,
  type PolicyVersionId,
  mintId,
  parseDay,
  todayIn,
} from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { type Database, brokenConstraint } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import { type Receipt, settleClaim } from '../retries/index.ts'
import { type Policy, statusAt } from './policy.ts'
import { findSale } from './find-sale.ts'
import { lockPolicies } from './policy-store.ts'
import {
  alreadyCancelled,
  modificationInProgress,
  notPaid,
  policyExpired,
  staleVersion,
  terminationAfterEnd,
  terminationBeforeStart,
  terminationIsNoDate,
} from './reasons.ts'
import { insertProcessingVersion } from './version-store.ts'

export interface CancellationOrder {
  readonly caller: Caller
  readonly policyId: PolicyId
  /** The version that the client last saw. */
  readonly ifMatch: string
  readonly reason: string
  readonly terminationDate: string
}

const oneInProgress = 'policy_versions_one_in_progress'

/** Accepts a cancellation. A job assembles the new version; its id is returned at once. */
export async function cancelPolicy(
  deps: { readonly db: Database; readonly clock: Clock },
  order: CancellationOrder,
  receipt: Receipt<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  const now = deps.clock()
  try {
    return await deps.db.transactionOn(order.policyId, async (tx) => {
      await lockPolicies(tx, [order.policyId])
      const policy = await findSale(tx, order.caller, order.policyId)
      const terminationDay = decideCancellation(policy, order, now)
      const versionId = mintId('tpv', now)
      await insertProcessingVersion(tx, {
        id: versionId,
        policyId: policy.id,
        kind: 'cancellation',
        basedOn: policy.versionId,
        effectiveDay: terminationDay.add({ days: 1 }),
        orderedBy: order.caller.account.id,
        change: {
          reason: order.reason,
          termination_date: terminationDay.toString(),
          cancelled_by: order.caller.account.kind,
        },
        createdAt: now,
      })
      await Promise.all([
        recordEvents(
          tx,
          [
            {
              type: 'policy.cancellation_requested',
              about: policy,
              data: { version_id: versionId },
            },
          ],
          now,
        ),
        recordAudit(
          tx,
          order.caller,
          {
            action: 'policy.cancellation_requested',
            accountId: policy.insurerId,
            livemode: policy.livemode,
            subjectId: policy.id,
            before: { version_id: policy.versionId, status: policy.status },
            after: { version_id: versionId, termination_date: terminationDay.toString() },
          },
          now,
        ),
        enqueue(tx, 'assemble_cancellation', { policyId: policy.id, versionId }),
        settleClaim(tx, receipt, versionId),
      ])
      return versionId
    })
  } catch (error) {
    if (brokenConstraint(error) === oneInProgress) throw modificationInProgress(order.policyId)
    throw error
  }
}

/** Whether a policy may be cancelled as ordered; the day on which it then ends. */
export function decideCancellation(
  policy: Policy,
  order: Pick<CancellationOrder, 'ifMatch' | 'terminationDate'>,
  now: Temporal.Instant,
): Temporal.PlainDate {
  const status = statusAt(policy, now)
  if (status === 'cancelled') {
    throw alreadyCancelled(policy.id)
  }
  if (status === 'expired') {
    throw policyExpired(policy.id)
  }
  if (policy.isLocked) throw modificationInProgress(policy.id)
  if (order.ifMatch !== policy.versionId) {
    throw staleVersion(order.ifMatch, policy.id)
  }
  if (status !== 'paid') {
    throw notPaid(policy.id)
  }
  return decideTerminationDay(policy, order.terminationDate, now)
}

function decideTerminationDay(
  policy: Policy,
  text: string,
  now: Temporal.Instant,
): Temporal.PlainDate {
  const day = parseDay(text)
  if (day === null) {
    throw terminationIsNoDate()
  }
  const today = todayIn(policy.timeZone, now)
  const hasBegun = Temporal.PlainDate.compare(policy.startDay, today) <= 0
  if (hasBegun && Temporal.PlainDate.compare(day, policy.startDay) < 0) {
    throw terminationBeforeStart(policy.startDay.toString())
  }
  if (policy.endDay !== null && Temporal.PlainDate.compare(day, policy.endDay) > 0) {
    throw terminationAfterEnd(policy.endDay.toString())
  }
  return day
}
