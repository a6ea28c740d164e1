import type { Clock, PolicyId, Refusal } from '../../kernel/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Database } from '../../database/index.ts'
import { momentOfTransaction } from '../../deadlines/index.ts'
import { recordEvents } from '../../events/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import { findPolicy, lockPolicies } from '../../policies/index.ts'
import { assertMayEndorse } from '../../policy-transactions/index.ts'
import type { Catalogue } from '../../products/index.ts'
import { nextTermEndorsementEnded, nextTermEndorsementUnknown } from '../reasons.ts'
import { nothingGiven } from '../renewal.ts'
import {
  endNextTermEndorsements,
  selectNextTermEndorsements,
} from './next-term-endorsement-store.ts'
import { priceAgain } from './price-again.ts'
import type { NextTermEndorsement } from './next-term-endorsement.ts'
import type { RecordedNextTerm } from './record-next-term.ts'

/** Why a change of the next term cannot be revoked; null if it can. */
export function refusalOfRevocation({
  id,
  state,
}: Pick<NextTermEndorsement, 'id' | 'state'>): Refusal | null {
  return state === 'pending' ? null : nextTermEndorsementEnded(id, state)
}

/** Revokes a change of the next term, as long as that term has not begun. */
export async function revokeNextTermEndorsement(
  {
    db,
    clock,
    catalogue,
  }: {
    readonly db: Database
    readonly clock: Clock
    readonly catalogue: Catalogue
  },
  {
    caller,
    policyId,
    id,
  }: {
    readonly caller: Caller
    readonly policyId: PolicyId
    readonly id: string
  },
  replay: ReplayWriter<RecordedNextTerm> | null,
): Promise<RecordedNextTerm> {
  return db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const policy = await findPolicy(tx, caller, policyId, clock())
    const product = await catalogue.version(policy.productVersionId)
    if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
    assertMayEndorse(caller, product.definition.life)
    const moment = await momentOfTransaction(tx, clock, policy)
    const all = await selectNextTermEndorsements(tx, policyId)
    const found = all.find((one) => one.id === id)
    if (found === undefined) throw nextTermEndorsementUnknown(id)
    const refusal = refusalOfRevocation(found)
    if (refusal !== null) throw refusal
    await endNextTermEndorsements(tx, [found.id], { state: 'revoked', at: moment.now })
    const facts = { endorsement_id: found.id, effective_date: found.firstDay.toString() }
    const type = 'renewal.endorsement_revoked'
    await recordEvents(tx, [{ type, about: policy, data: facts }], moment)
    await priceAgain(tx, policy, found.firstDay, nothingGiven, moment)
    await recordAudit(
      tx,
      caller,
      {
        action: type,
        accountId: policy.insurerId,
        livemode: policy.livemode,
        subjectId: policyId,
        before: { ...facts, state: 'pending' },
        after: { ...facts, state: 'revoked' },
      },
      moment,
    )
    const endorsement = { ...found, state: 'revoked', endedAt: moment.now } as const
    const revoked = { policy, endorsement }
    await completeReservation(tx, replay, revoked)
    return revoked
  })
}
