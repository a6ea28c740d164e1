import type { Clock, Refusal } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import {
  type Act,
  type Caller,
  type KeyHolder,
  type Permission,
  actKinds,
  grantsIn,
  grantsOfRoles,
  isWithin,
  limitsOf,
  selectOwnRoles,
} from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { selectMember } from '../people/index.ts'
import { type Approval, isSameAct, statusOf } from './approval.ts'
import { updateDecided } from './approval-store.ts'
import {
  approvalNeedsPerson,
  approvalNotPending,
  approvalOutdated,
  ownRequest,
  requesterGone,
  requestOfOther,
} from './reasons.ts'
import { recordApproval } from './record-approval.ts'
import { personIn } from './request-approval.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** Why a caller may not approve a request now; null if they may. */
export function refusalToApprove(
  { actor }: Pick<Caller, 'actor'>,
  approval: Approval,
  now: Temporal.Instant,
): Refusal | null {
  const refusal = refusalToDecline({ actor }, approval, now)
  if (refusal !== null) return refusal
  return actor.id === approval.requestedBy ? ownRequest() : null
}

/** Why a caller may not decline a request now; null if they may. */
export function refusalToDecline(
  { actor }: Pick<Caller, 'actor'>,
  approval: Approval,
  now: Temporal.Instant,
): Refusal | null {
  if (actor.kind !== 'user') return approvalNeedsPerson()
  const status = statusOf(approval, now)
  return status === 'pending' ? null : approvalNotPending(approval.id, status)
}

/** Why a caller may not withdraw a request now; null if they may. */
export function refusalToWithdraw(
  { actor }: Pick<Caller, 'actor'>,
  approval: Approval,
  now: Temporal.Instant,
): Refusal | null {
  if (actor.kind === 'user' && actor.id !== approval.requestedBy) return requestOfOther()
  return refusalToDecline({ actor }, approval, now)
}

/** Whether the approver could do the act themselves: nobody approves what they may not do. */
export function mayDoAct(
  { grants }: Pick<Caller, 'grants'>,
  permission: Permission,
  { sale }: Pick<Act, 'sale'>,
): boolean {
  const limits = limitsOf(grants, permission)
  return limits === null || (sale !== null && isWithin(limits, sale))
}

/** Whether a permission to decide is enough: one for test mode alone is not, for acts of both modes. */
export function mayDecide({ grants }: Pick<Caller, 'grants'>, approval: Act): boolean {
  if (!actKinds[approval.kind].isOfBothModes) return true
  const inLiveMode = grantsIn(grants.get('approvals.decide') ?? [], true)
  return mayDoAct({ grants: inLiveMode }, 'approvals.decide', approval)
}

/** The person who made the request, with the rights they have now. */
export async function requesterOf(
  db: Database,
  { account }: Pick<Caller, 'account'>,
  { requestedBy: id, requestedWith: sessionId, livemode }: Approval,
): Promise<KeyHolder> {
  const member = await selectMember(db, account.id, id)
  if (member === undefined || member.deactivatedAt !== null) throw requesterGone()
  const own = await selectOwnRoles(db, account.id)
  return {
    account,
    actor: { kind: 'user', id, sessionId },
    keyKind: 'secret',
    livemode,
    page: null,
    grants: grantsIn(grantsOfRoles(member.roles, own), livemode),
  }
}

/** Uses the approval, in the transaction of its act: both happen or neither. */
export async function approveAct(
  tx: Transaction,
  approver: Caller,
  approval: Approval,
  decision: { readonly act: Act; readonly comment: string | null },
  now: Temporal.Instant,
  replay: ReplayWriter<Approval> | null,
): Promise<void> {
  if (!isSameAct(approval, decision.act)) throw approvalOutdated(approval.id)
  const end = { status: 'approved', comment: decision.comment } as const
  await endRequest(tx, approver, approval, end, now, replay)
}

export async function declineRequest(
  deps: Deps,
  caller: Caller,
  approval: Approval,
  comment: string,
  replay: ReplayWriter<Approval> | null,
): Promise<Approval> {
  const now = deps.clock()
  const refusal = refusalToDecline(caller, approval, now)
  if (refusal !== null) throw refusal
  return deps.db.transaction((tx) =>
    endRequest(tx, caller, approval, { status: 'declined', comment }, now, replay),
  )
}

/** By the person who made it. */
export async function withdrawRequest(
  deps: Deps,
  caller: Caller,
  approval: Approval,
  replay: ReplayWriter<Approval> | null,
): Promise<Approval> {
  const now = deps.clock()
  const refusal = refusalToWithdraw(caller, approval, now)
  if (refusal !== null) throw refusal
  return deps.db.transaction((tx) =>
    endRequest(tx, caller, approval, { status: 'withdrawn', comment: null }, now, replay),
  )
}

async function endRequest(
  tx: Transaction,
  by: Caller,
  { id, ...seen }: Approval,
  end: {
    readonly status: 'approved' | 'declined' | 'withdrawn'
    readonly comment: string | null
  },
  now: Temporal.Instant,
  replay: ReplayWriter<Approval> | null,
): Promise<Approval> {
  const ended = await updateDecided(tx, id, { ...end, decidedBy: personIn(by).id }, now)
  if (ended === undefined) {
    const status = statusOf(seen, now)
    throw approvalNotPending(id, status === 'pending' ? 'decided already' : status)
  }
  await recordApproval(tx, by, ended, now)
  await completeReservation(tx, replay, ended)
  return ended
}
