import { type Clock, mintId, startOfDay, todayIn } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Account, Caller } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import { selectSoldBy } from '../policies/index.ts'
import type { CommissionAgreement } from './agreement.ts'
import {
  insertAgreement,
  lockAgreements,
  selectAgreement,
  selectAgreements,
} from './agreement-store.ts'
import { postOrLeave } from './follow-feed.ts'
import type { CommissionDeps } from './post-commission.ts'
import { agreementNotLater } from './reasons.ts'

/** Where a day begins first. */
const earliestZone = 'Pacific/Kiritimati'

/**
 * Agrees on commission with a distributor. The first agreement may begin in the past: what was sold since
 * is posted by a job. Every later one begins in the future, so that no sale changes its agreement.
 */
export async function agreeOnCommission(
  deps: { readonly db: Database; readonly clock: Clock },
  {
    caller,
    distributor,
    terms,
  }: {
    readonly caller: Caller
    readonly distributor: Account
    readonly terms: Pick<CommissionAgreement, 'firstDay' | 'earned' | 'liabilityMonths' | 'payout'>
  },
  replay: ReplayWriter<CommissionAgreement> | null,
): Promise<CommissionAgreement> {
  const parties = { insurerId: caller.account.id, distributorId: distributor.id }
  return deps.db.transaction(async (tx) => {
    await lockAgreements(tx, parties)
    const now = deps.clock()
    const [last] = await selectAgreements(tx, parties)
    if (last !== undefined) checkLater(terms.firstDay, last, todayIn(earliestZone, now))
    const made: CommissionAgreement = {
      ...parties,
      ...terms,
      id: mintId('cag', now),
      createdAt: now,
    }
    await insertAgreement(tx, made)
    if (last === undefined) {
      for (const livemode of [false, true]) {
        const key = `commission since ${made.id} ${livemode}`
        await enqueue(tx, 'post_commission_since', { agreementId: made.id, livemode }, { key })
      }
    }
    await report(tx, caller, made, now)
    await completeReservation(tx, replay, made)
    return made
  })
}

function checkLater(
  firstDay: Temporal.PlainDate,
  last: CommissionAgreement,
  today: Temporal.PlainDate,
): void {
  const latest = Temporal.PlainDate.compare(last.firstDay, today) > 0 ? last.firstDay : today
  const earliest = latest.add({ days: 1 })
  if (Temporal.PlainDate.compare(firstDay, earliest) < 0)
    throw agreementNotLater(firstDay, earliest)
}

async function report(
  tx: Transaction,
  caller: Caller,
  { id, insurerId, distributorId, ...terms }: CommissionAgreement,
  now: Temporal.Instant,
): Promise<void> {
  const firstDay = terms.firstDay.toString()
  // It is of both modes; receivers of each hear of it.
  const events = [false, true].map((livemode) => ({
    type: 'commission.agreed' as const,
    about: { id, livemode, insurerId, distributorId },
    data: { distributor_id: distributorId, first_day: firstDay },
  }))
  await recordEvents(tx, events, now)
  const after = {
    distributor_id: distributorId,
    first_day: firstDay,
    earned: terms.earned,
    liability_months: terms.liabilityMonths,
    payout: terms.payout,
  }
  const change = { action: 'commission.agreed', subjectId: id, before: null, after } as const
  await recordAudit(tx, caller, change, now)
}

const policiesPerJob = 200

/** The job: the commission of sales from before the agreement was made, some hundred at a time. */
export async function postCommissionSince(
  deps: CommissionDeps,
  job: {
    readonly agreementId: CommissionAgreement['id']
    readonly livemode: boolean
    readonly after?: Parameters<typeof selectSoldBy>[1]['after']
  },
): Promise<void> {
  const agreement = await selectAgreement(deps.db, job.agreementId)
  if (agreement === undefined) throw new Error(`there is no agreement ${job.agreementId}`)
  const ids = await selectSoldBy(deps.db, {
    ...agreement,
    livemode: job.livemode,
    since: startOfDay(agreement.firstDay, earliestZone),
    after: job.after ?? null,
    limit: policiesPerJob,
  })
  await postOrLeave(deps, ids)
  const after = ids.at(-1)
  if (after === undefined || ids.length < policiesPerJob) return
  const { agreementId, livemode } = job
  await enqueue(deps.db, 'post_commission_since', { agreementId, livemode, after })
}
