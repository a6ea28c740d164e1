import type { Clock, Refusal } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { askForMissed } from '../billing/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import type { Caller } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { type Policy, findPolicy, lockPolicies } from '../policies/index.ts'
import { modificationInProgress, revivePolicy } from '../policy-transactions/index.ts'
import type { Catalogue } from '../products/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { selectLetters, upsertCase } from './case-store.ts'
import type { DunningCase } from './dunning-case.ts'
import { findCase } from './find-case.ts'
import { lapseNotInDoubt } from './reasons.ts'
import { isLapsedBy } from './review-lapse.ts'

/** `void`: the policy was never over. `uphold`: its end stands all the same. */
export const lapseDecisions = ['void', 'uphold'] as const
export type LapseDecision = (typeof lapseDecisions)[number]

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/** Decides about a lapse whose notice is not proven any more. */
export async function decideLapse(
  deps: Deps,
  request: {
    readonly caller: Caller
    readonly caseId: string
    readonly decision: LapseDecision
    readonly reason: string
  },
  replay: ReplayWriter<DunningCase> | null,
): Promise<DunningCase> {
  const { db, clock } = deps
  const { caller, caseId, decision, reason } = request
  const { policyId } = await findCase(db, caller, caseId)
  return db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const [policy, found] = [
      await findPolicy(tx, caller, policyId, clock()),
      await findCase(tx, caller, caseId),
    ]
    const refusal = refusalOfLapseDecision(found)
    if (refusal !== null) throw refusal
    if (policy.isLocked) throw modificationInProgress(policyId)
    const moment = await momentOfTransaction(tx, clock, policy)
    const isVoid = decision === 'void'
    if (isVoid) await voidLapse(deps, tx, policy, found, moment)
    const decided: DunningCase = isVoid
      ? { ...found, unprovenSince: null }
      : { ...found, lapseUpheldAt: moment.now }
    await upsertCase(tx, decided)
    const { insurerId: accountId, livemode, id: subjectId } = found
    const entry = { action: 'dunning.lapse_decided', accountId, livemode, subjectId } as const
    const facts = { before: null, after: { decision, reason } }
    await recordAudit(tx, caller, { ...entry, ...facts }, moment)
    await completeReservation(tx, replay, decided)
    return decided
  })
}

/** Why nobody has to decide about the lapse of a case; null if somebody has to. */
export function refusalOfLapseDecision({
  id,
  unprovenSince,
  lapseUpheldAt,
}: DunningCase): Refusal | null {
  return unprovenSince === null || lapseUpheldAt !== null ? lapseNotInDoubt(id) : null
}

/** Cover was never interrupted, and the premium of those days is owed: one invoice asks for it. */
async function voidLapse(
  deps: Deps,
  tx: Transaction,
  policy: Policy,
  { id }: DunningCase,
  moment: Parameters<typeof revivePolicy>[3],
): Promise<void> {
  const letters = await selectLetters(tx, [id])
  // A payment or a reinstatement came first, and nobody has looked at the case since.
  if (!isLapsedBy(policy, letters)) throw lapseNotInDoubt(id)
  const lastDay = letters.findLast(({ kind }) => kind === 'lapse')?.coverUntil
  if (lastDay == null) throw new Error(`case ${id} has no letter of its lapse`)
  await revivePolicy(tx, policy, lastDay.add({ days: 1 }), moment)
  await askForMissed(deps, tx, { policyId: policy.id }, moment)
}
