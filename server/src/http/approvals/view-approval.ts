import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { type Json, type Refusal, type UserId, timestamp } from '../../kernel/index.ts'
import {
  type Approval,
  type RequestedCall,
  approvalNotFound,
  mayDecide,
  mayDoAct,
  openCall,
  refusalToApprove,
  refusalToDecline,
  refusalToWithdraw,
  selectApproval,
  statusOf,
} from '../../approvals/index.ts'
import type { Queryable } from '../../database/index.ts'
import type { Caller } from '../../identity/index.ts'
import { selectUserNames } from '../../people/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import { type CallName, permissionsOfCalls } from '../access/permissions-of-calls.ts'
import type { HttpDeps } from '../deps.ts'
import { permissionMissing } from '../reasons.ts'
import type { approvalSchema } from './approval.ts'

/** Shows requests, with the names of people and, while they are pending, what would be sent. */
export async function viewerOf(
  { db, clock, keyRing }: Pick<HttpDeps, 'db' | 'clock' | 'keyRing'>,
  approvals: readonly Approval[],
  /** People whose names may be needed besides. */
  ...others: readonly UserId[]
): Promise<(approval: Approval) => Static<typeof approvalSchema>> {
  const people = approvals.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy])
  const ids = [...people, ...others].filter((id) => id !== null)
  const names = await selectUserNames(db, [...new Set(ids)])
  const now = clock()
  return (approval) => viewApproval(approval, { names, call: openCall(keyRing, approval), now })
}

/** The request, if the caller may see it. */
export async function findApproval(
  db: Queryable,
  { account, livemode, limits: ofCall }: Caller,
  id: string,
): Promise<Approval> {
  const scope = { accountId: account.id, livemode, limits: ofCall }
  const approval = await selectApproval(db, scope, id)
  if (approval === undefined) throw approvalNotFound(id)
  return approval
}

interface Beside {
  readonly names: ReadonlyMap<UserId, string>
  /** Null where its body can no longer be read. */
  readonly call: RequestedCall | null
  readonly now: Temporal.Instant
}

function viewApproval(
  approval: Approval,
  { names, call, now }: Beside,
): Static<typeof approvalSchema> {
  const nameOf = (id: UserId) => ({ user_id: id, name: names.get(id) ?? null })
  return {
    id: approval.id,
    livemode: approval.livemode,
    status: statusOf(approval, now),
    act: approval.kind,
    call: approval.call,
    method: approval.method,
    path: approval.path,
    body: call?.body === undefined ? null : withoutSecrets(call.body),
    subject_id: approval.subjectId,
    amount: approval.money?.amount ?? null,
    currency: approval.money?.currency ?? null,
    reason: approval.reason,
    requested_by: nameOf(approval.requestedBy),
    created_at: timestamp(approval.createdAt),
    expires_at: timestamp(approval.expiresAt),
    decided_by: approval.decidedBy === null ? null : nameOf(approval.decidedBy),
    decided_at: approval.decidedAt === null ? null : timestamp(approval.decidedAt),
    comment: approval.comment,
  }
}

/** What the caller may do with a request. */
export function allowedOnApproval(
  request: FastifyRequest,
  approval: Approval,
  now: Temporal.Instant,
) {
  const caller = callerOf(request)
  const mode = refusalOfMode(caller, approval)
  const approve = refusalToApprove(caller, approval, now) ?? mode ?? refusalOfAct(caller, approval)
  return viewAllowed(request, {
    approve: ['approveRequest', approve],
    decline: ['declineRequest', refusalToDecline(caller, approval, now) ?? mode],
    withdraw: ['withdrawRequest', refusalToWithdraw(caller, approval, now)],
  })
}

/** Who decides in test mode alone does not decide about both; null if they may. */
export function refusalOfMode(caller: Caller, approval: Approval): Refusal | null {
  return mayDecide(caller, approval) ? null : permissionMissing('approvals.decide')
}

/** Nobody approves what they may not do themselves; null if they may. */
export function refusalOfAct(caller: Caller, approval: Approval): Refusal | null {
  const permission = permissionsOfCalls[approval.call as CallName] // As it was when requested.
  if (permission === undefined || permission === null) {
    throw new Error(`${approval.call} needs no permission`)
  }
  return mayDoAct(caller, permission, approval) ? null : permissionMissing(permission)
}

/** Members of bodies that nobody reads again. */
const secretMembers: readonly string[] = ['client_secret', 'password']

function withoutSecrets(body: Json): object {
  const shown = Object.entries(Object(body)).filter(([name]) => !secretMembers.includes(name))
  return Object.fromEntries(shown)
}
