import { type Clock, isId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { type Caller, limitsOf } from '../identity/index.ts'
import { findPolicy } from '../policies/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { Declaration } from './declaration.ts'
import { lockDeclaration, updateDeclaration } from './declaration-store.ts'
import { assertSeen, opened } from './find-declaration.ts'
import { declarationClosed, declarationNotFound, policyGoesOn } from './reasons.ts'

export interface Settlement {
  readonly caller: Caller
  readonly id: string
  /** The policy that has ended; null where the withdrawal is refused. */
  readonly policyId: string | null
  readonly reason: string | null
}

interface SettleDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}

/** What a person has decided about a declaration that the platform left to people. */
export async function settleDeclaration(
  { db, clock, keyRing }: SettleDeps,
  { caller, id, policyId, reason }: Settlement,
  replay: ReplayWriter<Declaration> | null,
): Promise<Declaration> {
  return db.transaction(async (tx) => {
    if (!isId('wdl', id)) throw declarationNotFound(id)
    const before = assertSeen(caller, id, await lockDeclaration(tx, id))
    const refusal = refusalOfSettling(before)
    if (refusal !== null) throw refusal
    const now = clock()
    const seeing = { ...caller, limits: limitsOf(caller.grants, 'policies.read') }
    const policy = policyId === null ? null : await findPolicy(tx, seeing, policyId, now)
    if (policy !== null && policy.status !== 'cancelled') throw policyGoesOn(policy.id)
    const state = policy === null ? 'refused' : 'settled'
    const done = { state, reason, settledBy: caller.actor.id, settledAt: now } as const
    const after = { ...before, ...done, policyId: policy?.id ?? before.policyId }
    await updateDeclaration(tx, after)
    const { livemode, productId: product_id } = after
    const about = { id: after.id, livemode, insurerId: after.insurerId, distributorId: null }
    const news =
      policy === null
        ? ({ type: 'withdrawal.refused', about, data: { product_id } } as const)
        : ({
            type: 'withdrawal.settled',
            about,
            data: { product_id, policy_id: policy.id },
          } as const)
    await recordEvents(tx, [news], now)
    const change = { action: news.type, livemode, subjectId: after.id }
    const states = { before: auditOf(before), after: auditOf(after) }
    await recordAudit(tx, caller, { ...change, ...states }, now)
    const shown = opened(keyRing, after)
    await completeReservation(tx, replay, shown)
    return shown
  })
}

/** Why it cannot be settled or refused any more; null where it can. */
export function refusalOfSettling({ id, state }: Pick<Declaration, 'id' | 'state'>) {
  return state === 'open' ? null : declarationClosed(id, state)
}

/** Without the reason, which may name people. */
function auditOf({ state, policyId }: Pick<Declaration, 'state' | 'policyId'>) {
  return { state, policy_id: policyId }
}
