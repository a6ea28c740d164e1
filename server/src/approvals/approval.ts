import type {
  AccountId,
  ApprovalId,
  Json,
  SessionId,
  UserId,
  UserTokenId,
} from '../kernel/index.ts'
import { type KeyRing, readSealedToken, writeSealedToken } from '../sealing/index.ts'
import { type Act, type ActKind, actKinds } from '../identity/index.ts'

export const approvalStatuses = ['pending', 'approved', 'declined', 'withdrawn', 'expired'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** The call that a person wants to make, as it would be sent. */
export interface RequestedCall {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** Undefined for a call without one. */
  readonly body: Json | undefined
}

/** An act that waits for a second person, or has found one. */
export interface Approval extends Act {
  readonly id: ApprovalId
  readonly accountId: AccountId
  /** The mode of the request. Acts of both modes are shown in both. */
  readonly livemode: boolean
  /** The operationId of the call. */
  readonly call: string
  readonly method: string
  readonly path: string
  /** It may have secrets and personal data: sealed, and deleted with the decision. */
  readonly sealedBody: string | null
  /** Why it is wanted. */
  readonly reason: string
  readonly status: ApprovalStatus
  readonly requestedBy: UserId
  /** The session or personal token that it was requested with, for the audit log. */
  readonly requestedWith: SessionId | UserTokenId
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  /** The person who approved, declined or withdrew it; null before, and where it expired. */
  readonly decidedBy: UserId | null
  readonly decidedAt: Temporal.Instant | null
  readonly comment: string | null
}

const daysValid = 7

export function sealBody(
  ring: KeyRing,
  id: ApprovalId,
  body: RequestedCall['body'],
): string | null {
  return body === undefined ? null : writeSealedToken(ring, placeOf(id), JSON.stringify(body))
}

/** The call of a pending request; null if its key is no longer part of the ring. */
export function openCall(
  ring: KeyRing,
  { id, method, path, sealedBody }: Approval,
): RequestedCall | null {
  if (sealedBody === null) return { method, path, body: undefined }
  const body = readSealedToken(ring, placeOf(id), sealedBody)
  return body === null ? null : { method, path, body: JSON.parse(body) as Json } // We wrote it.
}

function placeOf(id: ApprovalId): string {
  return `the call of ${id}`
}

export function expiryOf(createdAt: Temporal.Instant): Temporal.Instant {
  return createdAt.add({ hours: 24 * daysValid })
}

/** Time expires a request by itself; the sweep only writes it down. */
export function statusOf(
  { status, expiresAt }: Pick<Approval, 'status' | 'expiresAt'>,
  now: Temporal.Instant,
): ApprovalStatus {
  const isOver = Temporal.Instant.compare(expiresAt, now) <= 0
  return status === 'pending' && isOver ? 'expired' : status
}

/** Whether an act is still what was requested: of the same kind, about the same, for the same money. */
export function isSameAct(requested: Act, current: Act): boolean {
  return (
    requested.kind === current.kind &&
    requested.subjectId === current.subjectId &&
    requested.money?.amount === current.money?.amount &&
    requested.money?.currency === current.money?.currency
  )
}

export const actsOfBothModes = (Object.keys(actKinds) as ActKind[]) // It is a literal: it has no others.
  .filter((kind) => actKinds[kind].isOfBothModes)
