import { mintId, todayIn } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { monthText } from '../accounting/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import { agreementOn } from './agreement.ts'
import { selectAgreements } from './agreement-store.ts'
import { type CommissionScope, selectFirstDay, sumEntries } from './entry-store.ts'
import { followFeed } from './follow-feed.ts'
import type { CommissionDeps } from './post-commission.ts'
import {
  earlierMonthOpen,
  nothingToState,
  statementExists,
  statementMonthNotOver,
} from './reasons.ts'
import { type CommissionStatement, balanceOf } from './statement.ts'
import {
  insertStatement,
  lockCommission,
  selectLastStatement,
  selectUnstated,
} from './statement-store.ts'

/** So much of what has just happened is posted before a statement that a person asks for. */
const roundsMax = 10

/**
 * Makes the statement of a distributor and month. Nothing is added to it: what becomes known later is
 * posted after it. Months follow each other.
 */
export async function makeStatement(
  deps: CommissionDeps,
  {
    caller,
    scope,
    month,
  }: {
    readonly caller: Caller
    readonly scope: CommissionScope
    readonly month: Temporal.PlainDate
  },
  replay: ReplayWriter<CommissionStatement> | null,
): Promise<CommissionStatement> {
  await followFeed(deps, { roundsMax })
  return deps.db.transaction(async (tx) => {
    await lockCommission(tx, scope)
    const now = deps.clock()
    // Test clocks run ahead of true time.
    const isOver = Temporal.PlainDate.compare(month.add({ months: 1 }), lastToday(now)) <= 0
    if (scope.livemode && !isOver) throw statementMonthNotOver(monthText(month))
    const last = await selectLastStatement(tx, scope)
    if (last !== undefined && Temporal.PlainDate.compare(month, last.month) <= 0) {
      throw statementExists(monthText(month))
    }
    const first = await selectFirstDay(tx, scope, last?.lastDay ?? null)
    if (first === null || Temporal.PlainDate.compare(first, lastDayOf(month)) > 0) {
      throw nothingToState(monthText(month))
    }
    if (Temporal.PlainDate.compare(first, month) < 0) throw earlierMonthOpen(monthText(first))
    const made = await write(tx, { scope, month, last }, now)
    const { id: subjectId, livemode } = made
    const after = {
      distributor_id: made.distributorId,
      month: monthText(month),
      currency: made.currency,
      amount: balanceOf(made),
    }
    const change = { action: 'commission.statement_made', subjectId, livemode } as const
    await recordAudit(tx, caller, { ...change, before: null, after }, now)
    await completeReservation(tx, replay, made)
    return made
  })
}

/** Some days after a month its statements are made where nobody has asked for them. */
const daysAfterMonth = 3
const statementsPerSweep = 200

/** The sweep: the statements of months that are over, the earliest first. */
export async function makeDueStatements({ db, clock }: CommissionDeps): Promise<void> {
  const day = lastToday(clock()).subtract({ days: daysAfterMonth })
  const upTo = day.with({ day: 1 }).subtract({ days: 1 })
  for (const scope of await selectUnstated(db, upTo, statementsPerSweep)) {
    await db.transaction(async (tx) => {
      await lockCommission(tx, scope)
      const last = await selectLastStatement(tx, scope)
      const first = await selectFirstDay(tx, scope, last?.lastDay ?? null)
      if (first === null || Temporal.PlainDate.compare(first, upTo) > 0) return
      await write(tx, { scope, month: first.with({ day: 1 }), last }, clock())
    })
  }
}

/** The day in the zone where it begins last: nobody is still in the day before. */
function lastToday(now: Temporal.Instant): Temporal.PlainDate {
  return todayIn('Etc/GMT+12', now)
}

function lastDayOf(month: Temporal.PlainDate): Temporal.PlainDate {
  return month.add({ months: 1 }).subtract({ days: 1 })
}

async function write(
  tx: Transaction,
  {
    scope,
    month,
    last,
  }: {
    readonly scope: CommissionScope
    readonly month: Temporal.PlainDate
    readonly last: CommissionStatement | undefined
  },
  now: Temporal.Instant,
): Promise<CommissionStatement> {
  const lastDay = lastDayOf(month)
  const sums = await sumEntries(tx, scope, { after: last?.lastDay ?? null, to: lastDay })
  const agreements = await selectAgreements(tx, scope)
  const agreement = agreementOn(agreements, lastDay) ?? agreements.at(-1)
  if (agreement === undefined) throw new Error('commission is posted by an agreement alone')
  const made: CommissionStatement = {
    ...scope,
    ...sums,
    id: mintId('cst', now),
    month,
    lastDay,
    carriedForward: last === undefined ? 0 : Math.min(0, balanceOf(last)),
    payout: agreement.payout,
    createdAt: now,
    done: null,
  }
  await insertStatement(tx, made)
  await recordEvents(tx, [{ type: 'commission.statement_made', ...newsOf(made) }], now)
  return made
}

/** What events of a statement say. */
export function newsOf(statement: CommissionStatement) {
  const { id, livemode, insurerId, distributorId, month, currency } = statement
  return {
    about: { id, livemode, insurerId, distributorId },
    data: {
      distributor_id: distributorId,
      month: monthText(month),
      amount: balanceOf(statement),
      currency,
    },
  }
}
