import type { Viewer } from '../../identity/index.ts'
import type { LifeSettings } from '../../products/index.ts'

/** By how many days this caller may backdate an endorsement or a cancellation. */
export function backdateDaysOf({ account }: Viewer, life: LifeSettings): number {
  return account.kind === 'insurer' ? life.backdateDays : life.distributorBackdateDays
}

/** The first day from which on a transaction of this caller may count. */
export function earliestEffectiveDay(
  caller: Viewer,
  life: LifeSettings,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  return today.subtract({ days: backdateDaysOf(caller, life) })
}
