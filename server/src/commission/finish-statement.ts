import { type Clock, type Refusal, todayIn } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import { postCommissionPayout } from '../ledger/index.ts'
import { findStatement } from './find-statement.ts'
import { newsOf } from './make-statement.ts'
import { doneInFuture, statementNotOpen } from './reasons.ts'
import { type CommissionStatement, balanceOf, stateOf } from './statement.ts'
import { updateDone } from './statement-store.ts'

/** A person says that a statement was paid out, or set off. It is posted. */
export async function finishStatement(
  deps: { readonly db: Database; readonly clock: Clock },
  request: {
    readonly caller: Caller
    readonly statementId: string
    readonly doneOn: Temporal.PlainDate
    readonly reference: string
  },
  replay: ReplayWriter<CommissionStatement> | null,
): Promise<CommissionStatement> {
  const { caller, doneOn, reference } = request
  const found = await findStatement(deps.db, caller, request.statementId)
  return deps.db.transaction(async (tx) => {
    const now = deps.clock()
    const refusal = refusalOfFinishing(found)
    if (refusal !== null) throw refusal
    if (Temporal.PlainDate.compare(doneOn, todayIn('Pacific/Kiritimati', now)) > 0) {
      throw doneInFuture(doneOn)
    }
    const done = { at: now, on: doneOn, reference }
    if (!(await updateDone(tx, found, done))) throw statementNotOpen(found.id, 'done')
    const { id, insurerId, livemode, currency, payout } = found
    await postCommissionPayout(tx, {
      statementId: id,
      insurerId,
      livemode,
      currency,
      amount: balanceOf(found),
      isSetOff: payout === 'set_off',
      day: doneOn,
      // An insurer has no time zone of its own.
      today: todayIn('UTC', now),
      now,
    })
    await recordEvents(tx, [{ type: 'commission.statement_done', ...newsOf(found) }], now)
    const after = { done_on: doneOn.toString(), reference }
    const change = { action: 'commission.statement_done', subjectId: id, livemode } as const
    await recordAudit(tx, caller, { ...change, before: null, after }, now)
    const finished = { ...found, done }
    await completeReservation(tx, replay, finished)
    return finished
  })
}

/** Why a statement cannot be paid out or set off now; null if it can. */
export function refusalOfFinishing(statement: CommissionStatement): Refusal | null {
  const state = stateOf(statement)
  return state === 'open' ? null : statementNotOpen(statement.id, state)
}
