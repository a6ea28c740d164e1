import { type Clock, isEarlier, todayIn } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type Insurer, selectInsurers } from '../identity/index.ts'
import { selectPostedDays } from '../ledger/index.ts'
import { computeDay } from './compute-day.ts'
import type { FigureScope } from './figure.ts'
import { replaceDay, selectProgress, tryToCompute, upsertProgress } from './figure-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** How old figures may become. */
const freshMinutes = 10
/** Older days that each run computes, until all are. */
const daysPerRun = 31
/** And then again, over and over: no live day that is over changes, unless something is wrong. */
const daysPerCheck = 1

/**
 * The job: computes today and yesterday, and goes on through all other days in turns. So figures that
 * were lost or are wrong come right by themselves.
 */
export async function keepFigures({ db, clock }: Deps): Promise<void> {
  const now = clock()
  const failures: unknown[] = []
  for (const insurer of await selectInsurers(db)) {
    for (const livemode of [true, false]) {
      try {
        await keepFiguresOf({ db, now }, insurer, { insurerId: insurer.id, livemode })
      } catch (error) {
        failures.push(error) // The figures of the others do not wait for these.
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some figures were not computed')
}

async function keepFiguresOf(
  { db, now }: { readonly db: Database; readonly now: Temporal.Instant },
  { createdAt }: Insurer,
  scope: FigureScope,
): Promise<void> {
  const progress = await selectProgress(db, scope)
  const isFresh =
    progress !== undefined &&
    Temporal.Instant.compare(progress.computedAt.add({ minutes: freshMinutes }), now) > 0
  if (isFresh) return
  const today = todayIn('UTC', now)
  // Policies on test clocks are charged on days that are past or still to come.
  const posted = await selectPostedDays(db, scope)
  const first = earliest(todayIn('UTC', createdAt), posted?.first ?? today)
  const last = latest(today, posted?.last ?? today)
  const place = progress === undefined || isEarlier(last, progress.place) ? first : progress.place
  const isChecked = progress?.isComplete === true && scope.livemode
  const count = isChecked ? daysPerCheck : daysPerRun
  const end = earliest(place.add({ days: count }), last.add({ days: 1 }))
  const days = new Map([today.subtract({ days: 1 }), today].map((day) => [day.toString(), day]))
  for (let day = place; isEarlier(day, end); day = day.add({ days: 1 })) {
    days.set(day.toString(), day)
  }
  for (const day of days.values()) {
    // A day in a transaction of its own: what is read and what is written belong together.
    const isMine = await db.transaction(async (tx) => {
      if (!(await tryToCompute(tx))) return false
      await replaceDay(tx, scope, day, await computeDay(tx, scope, day))
      return true
    })
    if (!isMine) return
  }
  const isComplete = progress?.isComplete === true || isEarlier(last, end)
  await upsertProgress(db, scope, { place: end, isComplete, computedAt: now })
}

function earliest(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isEarlier(one, other) ? one : other
}

function latest(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isEarlier(one, other) ? other : one
}
