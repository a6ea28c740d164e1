import { parseDay } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type PolicyEnding, type PolicyIdentity, notEnded } from './policy.ts'
import type { PolicyTimeline } from './policy-version.ts'
import { selectEndingKnown } from './version-store.ts'

/**
 * Who ended a policy, when and why, as the timeline of one of its versions has it. The number is that
 * of the version: what was requested later is left out. Null leaves nothing out.
 */
export async function readEnding(
  db: Queryable,
  { id }: Pick<PolicyIdentity, 'id'>,
  { ending }: Pick<PolicyTimeline, 'ending'>,
  number: number | null,
): Promise<PolicyEnding> {
  if (ending === null) return notEnded
  const ended = await selectEndingKnown(db, id, ending.lastDay, number)
  if (ended === undefined) throw new Error(`nobody ended policy ${id} on ${ending.lastDay}`)
  return {
    terminationDay: ending.lastDay,
    cancellationReason: ended.details.reason,
    cancellationKind: ended.details.cancellation_kind ?? null,
    cancellationReasonCode: ended.details.cancellation_reason_code ?? null,
    cancelledBy: ended.details.cancelled_by,
    cancelledAt: ended.settledAt,
    withdrawnOn: parseDay(ended.details.received_on),
  }
}
