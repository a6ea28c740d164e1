import { startOfDay } from '../kernel/index.ts'
import type { Deadline } from '../deadlines/index.ts'
import type { DuePeriod } from '../timelines/index.ts'
import type { Policy } from './policy.ts'

/** When a period is asked for: the beginning of that day where the policy was sold, or now. */
export function instalmentDeadline(
  { id: policyId, clockId, timeZone }: Pick<Policy, 'id' | 'clockId' | 'timeZone'>,
  { period, issueDay }: Pick<DuePeriod, 'period' | 'issueDay'>,
  now: Temporal.Instant,
): Deadline {
  const day = startOfDay(issueDay, timeZone)
  const dueAt = Temporal.Instant.compare(day, now) < 0 ? now : day
  return { policyId, clockId, kind: 'instalment', key: period.firstDay.toString(), dueAt }
}
