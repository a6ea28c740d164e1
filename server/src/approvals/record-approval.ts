import { recordAuditIn } from '../audit/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Caller, actKinds, selectManagerOf } from '../identity/index.ts'
import type { Approval, ApprovalStatus } from './approval.ts'

/** What each status is called where it is recorded. */
const recordedAs = {
  pending: 'approval.requested',
  approved: 'approval.approved',
  declined: 'approval.declined',
  withdrawn: 'approval.withdrawn',
  expired: 'approval.expired',
} as const satisfies Record<ApprovalStatus, string>

/** Writes event and audit entry for a request that has just got its status. */
export async function recordApproval(
  tx: Transaction,
  /** Null where time has decided. */
  by: Pick<Caller, 'actor' | 'request'> | null,
  approval: Approval,
  now: Temporal.Instant,
): Promise<void> {
  const { id, accountId, livemode, kind, call, subjectId, status } = approval
  const insurerId = await selectManagerOf(tx, accountId)
  const type = recordedAs[status]
  const about = {
    id,
    livemode,
    insurerId,
    distributorId: insurerId === accountId ? null : accountId,
  }
  const data = { act: kind, call, subject_id: subjectId }
  await recordEvents(tx, [{ type, about, data }], now)
  const after = {
    ...data,
    status,
    ...(approval.money && { ...approval.money }),
    requested_by: approval.requestedBy,
    ...(status === 'pending' && { reason: approval.reason }),
    ...(approval.comment !== null && { comment: approval.comment }),
  }
  const change = {
    action: type,
    subjectId: id,
    livemode: actKinds[kind].isOfBothModes ? null : livemode,
    before: status === 'pending' ? null : { status: 'pending' },
    after,
  }
  await recordAuditIn(tx, [insurerId], by ?? { actor: null, request: null }, change, now)
}
