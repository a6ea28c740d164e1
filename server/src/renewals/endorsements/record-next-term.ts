import { type Moment, type PolicyId, mintId, startOfDay } from '../../kernel/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Database, Transaction } from '../../database/index.ts'
import { insertDeadline, momentOfTransaction } from '../../deadlines/index.ts'
import { recordEvents } from '../../events/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import { type Policy, findPolicy, lockPolicies } from '../../policies/index.ts'
import type { GivenForTerm } from '../renewal.ts'
import { type CheckNextTermDeps, assertNextTermOpen, checkNextTerm } from './check-next-term.ts'
import type { NextTermEndorsement } from './next-term-endorsement.ts'
import { insertNextTermEndorsement } from './next-term-endorsement-store.ts'
import { priceAgain } from './price-again.ts'

export interface NextTermRequest extends GivenForTerm {
  readonly caller: Caller
  readonly policyId: PolicyId
}

export interface RecordedNextTerm {
  readonly policy: Policy
  readonly endorsement: NextTermEndorsement
}

/**
 * Records a change that counts from the first day of the next term. The renewal prices it; one that is
 * offered already is priced again.
 */
export async function recordNextTermEndorsement(
  deps: CheckNextTermDeps & { readonly db: Database },
  { caller, policyId, answers, data }: NextTermRequest,
  replay: ReplayWriter<RecordedNextTerm> | null,
): Promise<RecordedNextTerm> {
  const { db, clock } = deps
  const seen = await findPolicy(db, caller, policyId, clock())
  const asked = await momentOfTransaction(db, clock, seen)
  const checkedFor = await assertNextTermOpen(deps, caller, seen, asked)
  await checkNextTerm(deps, seen, checkedFor, { answers, data }, asked)
  return db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const policy = await findPolicy(tx, caller, policyId, clock())
    const moment = await momentOfTransaction(tx, clock, policy)
    const firstDay = await assertNextTermOpen({ ...deps, db: tx }, caller, policy, moment)
    const endorsement = await addNextTermEndorsement(
      tx,
      policy,
      { firstDay, answers, data, recordedBy: caller.account.id, massEndorsementId: null },
      moment,
    )
    const facts = { endorsement_id: endorsement.id, effective_date: firstDay.toString() }
    await recordAudit(
      tx,
      caller,
      {
        action: 'renewal.endorsement_recorded',
        accountId: policy.insurerId,
        livemode: policy.livemode,
        subjectId: policyId,
        before: null,
        // Names alone: the values are the customer's.
        after: { ...facts, fields: [...Object.keys(answers), ...Object.keys(data)] },
      },
      moment,
    )
    const recorded = { policy, endorsement }
    await completeReservation(tx, replay, recorded)
    return recorded
  })
}

/** The same, in the database transaction that has the policy locked. */
export async function addNextTermEndorsement(
  tx: Transaction,
  policy: Policy,
  added: Pick<
    NextTermEndorsement,
    'firstDay' | 'answers' | 'data' | 'recordedBy' | 'massEndorsementId'
  >,
  moment: Moment,
): Promise<NextTermEndorsement> {
  const { id: policyId, clockId, timeZone } = policy
  const { firstDay } = added
  const endorsement: NextTermEndorsement = {
    ...added,
    id: mintId('nte', moment),
    policyId,
    state: 'pending',
    recordedAt: moment.now,
    endedAt: null,
    voidReason: null,
  }
  await insertNextTermEndorsement(tx, endorsement)
  const dueAt = startOfDay(firstDay, timeZone)
  await insertDeadline(tx, { policyId, clockId, kind: 'next_term', key: endorsement.id, dueAt })
  const facts = { endorsement_id: endorsement.id, effective_date: firstDay.toString() }
  const type = 'renewal.endorsement_recorded'
  await recordEvents(tx, [{ type, about: policy, data: facts }], moment)
  await priceAgain(tx, policy, firstDay, endorsement, moment)
  return endorsement
}
