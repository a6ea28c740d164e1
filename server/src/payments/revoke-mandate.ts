import { type Clock, type Refusal, isId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import type { Caller } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { findPolicy, lockPolicies } from '../policies/index.ts'
import { endMandate } from './give-mandate.ts'
import type { Mandate } from './mandate.ts'
import { selectMandatesOf } from './mandate-store.ts'
import { type MandateOfPolicy, withCollections } from './read-mandates.ts'
import { mandateEnded, mandateNotFound } from './reasons.ts'

/**
 * Revokes a mandate for the customer. Nothing is collected with it from then on: an invoice whose
 * collection is due later is left to the customer. A collection that was reserved before is with the
 * provider already, and its outcome counts.
 */
export async function revokeMandate(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  request: {
    readonly caller: Caller
    readonly policyId: string
    readonly mandateId: string
    readonly reason: string
  },
  replay: ReplayWriter<MandateOfPolicy> | null,
): Promise<MandateOfPolicy> {
  const { caller, mandateId, reason } = request
  const { id: policyId } = await findPolicy(db, caller, request.policyId, clock())
  if (!isId('man', mandateId)) throw mandateNotFound(mandateId)
  return db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const policy = await findPolicy(tx, caller, policyId, clock())
    const moment = await momentOfTransaction(tx, clock, policy)
    const mandate = (await selectMandatesOf(tx, policyId)).find(({ id }) => id === mandateId)
    if (mandate === undefined) throw mandateNotFound(mandateId)
    const end = { state: 'revoked', revokedBy: 'account', reason } as const
    const revoked = await endMandate(tx, policy, mandate, end, moment)
    if (revoked === undefined) throw mandateEnded(mandate.id, mandate.state)
    await recordAudit(
      tx,
      caller,
      {
        action: 'mandate.revoked',
        accountId: policy.insurerId,
        livemode: policy.livemode,
        subjectId: mandate.id,
        before: { state: mandate.state },
        after: { state: revoked.state, reason },
      },
      moment,
    )
    const [shown] = await withCollections(tx, policy, [revoked])
    if (shown === undefined) throw new Error(`there is no mandate ${mandate.id}`)
    await completeReservation(tx, replay, shown)
    return shown
  })
}

/** Why a mandate cannot be revoked now; null if it can. */
export function refusalOfRevoking({ id, state }: Mandate): Refusal | null {
  return state === 'active' ? null : mandateEnded(id, state)
}
