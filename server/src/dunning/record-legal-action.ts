import { type Clock, type Refusal, invalidData, todayIn } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { findPolicy, lockPolicies } from '../policies/index.ts'
import { upsertCase } from './case-store.ts'
import type { DunningCase } from './dunning-case.ts'
import { newsOfCase } from './dunning-news.ts'
import { findCase } from './find-case.ts'
import { caseNotOpen } from './reasons.ts'

/** Records that the premium of a case was claimed at law: its policy then does not lapse. */
export async function recordLegalAction(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  request: {
    readonly caller: Caller
    readonly caseId: string
    readonly date: Temporal.PlainDate
    readonly evidence: string
  },
  replay: ReplayWriter<DunningCase> | null,
): Promise<DunningCase> {
  const { caller, date, evidence } = request
  const { policyId } = await findCase(db, caller, request.caseId)
  return db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const [policy, found] = [
      await findPolicy(tx, caller, policyId, clock()),
      await findCase(tx, caller, request.caseId),
    ]
    const refusal = refusalOfLegalAction(found)
    if (refusal !== null) throw refusal
    const moment = await momentOfTransaction(tx, clock, policy)
    assertIsPast(date, todayIn(policy.timeZone, moment.now))
    const claimed = { ...found, legalActionOn: date }
    await upsertCase(tx, claimed)
    const facts = { date: date.toString() }
    await recordEvents(
      tx,
      [newsOfCase('dunning.legal_action_recorded', claimed, policy, facts)],
      moment,
    )
    await recordAudit(
      tx,
      caller,
      {
        action: 'dunning.legal_action_recorded',
        accountId: found.insurerId,
        livemode: found.livemode,
        subjectId: found.id,
        before: { date: found.legalActionOn?.toString() ?? null },
        after: { ...facts, evidence },
      },
      moment,
    )
    await completeReservation(tx, replay, claimed)
    return claimed
  })
}

/** Why legal action is not recorded for a case; null if it can be. */
export function refusalOfLegalAction({ id, state }: DunningCase): Refusal | null {
  return state === 'open' ? null : caseNotOpen(id, state)
}

function assertIsPast(date: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (Temporal.PlainDate.compare(date, today) <= 0) return
  const rule = 'before_or_equal'
  const params = { [rule]: [today.toString()] }
  throw invalidData([{ code: 'invalid_value', field: 'date', rules: [rule], params }], null)
}
