import { todayIn } from '../../kernel/index.ts'
import type { Viewer } from '../../identity/index.ts'
import { type Policy, lastDayAsSold } from '../../policies/index.ts'
import type { LifeSettings } from '../../products/index.ts'
import { terminationAfterEnd, terminationBeforeStart, terminationTooEarly } from '../reasons.ts'
import { earliestEffectiveDay } from './backdating.ts'

/** Refuses a last day of cover that this caller cannot ask for. */
export function assertTerminationDay(
  policy: Policy,
  { day, caller }: { readonly day: Temporal.PlainDate; readonly caller: Viewer },
  life: LifeSettings,
  now: Temporal.Instant,
): void {
  const today = todayIn(policy.timeZone, now)
  const hasBegun = Temporal.PlainDate.compare(policy.startDay, today) <= 0
  if (hasBegun && Temporal.PlainDate.compare(day, policy.startDay) < 0) {
    throw terminationBeforeStart(policy.startDay.toString())
  }
  // It counts from the day after the last one.
  const earliest = earliestEffectiveDay(caller, life, today).subtract({ days: 1 })
  if (hasBegun && Temporal.PlainDate.compare(day, earliest) < 0) {
    throw terminationTooEarly(earliest.toString())
  }
  const lastDay = lastDayAsSold(policy)
  if (lastDay !== null && Temporal.PlainDate.compare(day, lastDay) > 0) {
    throw terminationAfterEnd(lastDay.toString())
  }
}
