import { type Clock, mintId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Act, Actor, Caller } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type Approval, type RequestedCall, expiryOf, sealBody } from './approval.ts'
import { insertApproval } from './approval-store.ts'
import { recordApproval } from './record-approval.ts'
import { approvalNeedsPerson } from './reasons.ts'

/** A person asks for a second one. The act has been tried out: only the second person is missing. */
export async function requestApproval(
  deps: { readonly db: Database; readonly clock: Clock; readonly keyRing: KeyRing },
  caller: Caller,
  wanted: {
    readonly act: Act
    readonly call: string
    readonly request: RequestedCall
    readonly reason: string
  },
  replay: ReplayWriter<Approval> | null,
): Promise<Approval> {
  const { act, call, request, reason } = wanted
  const person = personIn(caller)
  const now = deps.clock()
  const id = mintId('apr', now)
  const approval: Approval = {
    ...act,
    id,
    accountId: caller.account.id,
    livemode: caller.livemode,
    call,
    method: request.method,
    path: request.path,
    sealedBody: sealBody(deps.keyRing, id, request.body),
    reason,
    status: 'pending',
    requestedBy: person.id,
    requestedWith: person.sessionId,
    createdAt: now,
    expiresAt: expiryOf(now),
    decidedBy: null,
    decidedAt: null,
    comment: null,
  }
  return deps.db.transaction(async (tx) => {
    await insertApproval(tx, approval)
    await recordApproval(tx, caller, approval, now)
    await completeReservation(tx, replay, approval)
    return approval
  })
}

/** Requests and decisions are those of people: a key can be in anybody's hands. */
export function personIn({ actor }: Pick<Caller, 'actor'>): Extract<Actor, { kind: 'user' }> {
  if (actor.kind !== 'user') throw approvalNeedsPerson()
  return actor
}
