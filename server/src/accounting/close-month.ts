import { type Clock, type ClosingId, type Json, mintId, todayIn } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import {
  type LedgerScope,
  type Closing,
  insertClosing,
  lockLedger,
  selectClosing,
  selectClosings,
  selectTurnover,
  updateClosingSummed,
} from '../ledger/index.ts'
import { monthText } from './month.ts'
import { digestOf } from './month-digest.ts'
import { closingUnderWay, monthClosed, monthNotNext, monthNotOver } from './reasons.ts'

/**
 * Closes a month for ever: from the commit on, nothing is posted into it. Whoever posts at this moment is
 * waited for. A job sums the month afterwards.
 */
export async function closeMonth(
  deps: { readonly db: Database; readonly clock: Clock },
  { caller, month }: { readonly caller: Caller; readonly month: Temporal.PlainDate },
  replay: ReplayWriter<Closing> | null,
): Promise<Closing> {
  const scope = { insurerId: caller.account.id, livemode: caller.livemode }
  return deps.db.transaction(async (tx) => {
    await lockLedger(tx, scope)
    const now = deps.clock()
    assertNext(await selectClosings(tx, scope), { month, scope, now })
    const closing: Closing = {
      ...scope,
      id: mintId('cls', now),
      month,
      lastDay: month.add({ months: 1 }).subtract({ days: 1 }),
      closedAt: now,
      closedBy: closerOf(caller),
      sums: null,
    }
    await insertClosing(tx, closing)
    await enqueue(tx, 'sum_month', { closingId: closing.id })
    const change = { action: 'month.closed', subjectId: closing.id } as const
    const after = { month: monthText(month) }
    await recordAudit(tx, caller, { ...change, livemode: scope.livemode, before: null, after }, now)
    await completeReservation(tx, replay, closing)
    return closing
  })
}

function closerOf({ actor: { kind, id } }: Caller): Json {
  return { kind, id }
}

/** Months close one after the other, from whichever is closed first. */
function assertNext(
  [last]: readonly Closing[],
  asked: {
    readonly month: Temporal.PlainDate
    readonly scope: LedgerScope
    readonly now: Temporal.Instant
  },
): void {
  const { month, scope, now } = asked
  if (last !== undefined && Temporal.PlainDate.compare(month, last.month) <= 0) {
    throw monthClosed(monthText(month))
  }
  const next = last?.month.add({ months: 1 })
  if (next !== undefined && !month.equals(next)) throw monthNotNext(monthText(next))
  if (last?.sums === null) throw closingUnderWay(monthText(last.month))
  // Test clocks run ahead of true time. The earliest time zone decides: nobody is still in that month.
  const today = todayIn('Etc/GMT+12', now)
  const isOver = Temporal.PlainDate.compare(month.add({ months: 1 }), today) <= 0
  if (scope.livemode && !isOver) throw monthNotOver(monthText(month))
}

/** The job: sums a month that nobody posts into any more. */
export async function sumMonth(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { closingId }: { readonly closingId: ClosingId },
): Promise<void> {
  const closing = await selectClosing(db, closingId)
  if (closing === undefined || closing.sums !== null) return
  const earlier = (await selectClosings(db, closing)).find(
    ({ month }) => Temporal.PlainDate.compare(month, closing.month) < 0,
  )
  const from = earlier?.lastDay.add({ days: 1 }) ?? null
  const days = { ...closing, from, to: closing.lastDay }
  const turnover = await selectTurnover(db, days)
  const sums = { turnover, ...(await digestOf(db, days, earlier?.sums?.digest ?? '')) }
  await db.transaction(async (tx) => {
    if (!(await updateClosingSummed(tx, closing.id, sums))) return
    const data = { month: monthText(closing.month), postings: sums.postings, digest: sums.digest }
    const about = { ...closing, distributorId: null }
    await recordEvents(tx, [{ type: 'month.closed', about, data }], clock())
  })
}
