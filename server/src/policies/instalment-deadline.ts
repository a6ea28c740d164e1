import { startOfDay, todayIn } from '../kernel/index.ts'
import type { Deadline } from '../deadlines/index.ts'
import type { PaymentPlanDefinition } from '../products/index.ts'
import { type DuePeriod, periodsDue, periodsOf } from '../timelines/index.ts'
import type { Policy } from './policy.ts'
import { soldDays } from './sold-timeline.ts'

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

/** When the first is asked for after the sale, which pays for the first period; null where none is. */
export function firstInstalment(
  policy: Policy,
  plan: PaymentPlanDefinition,
  now: Temporal.Instant,
): Deadline | null {
  const timeline = soldDays(policy, plan.frequency)
  const charged = timeline.terms.flatMap((term) =>
    periodsOf(term, term.firstDay).map((period) => ({ period })),
  )
  const today = todayIn(policy.timeZone, now)
  const asked = { today, billingOf: () => plan }
  const { due, next } = periodsDue(timeline, charged, asked)
  const first = due[0] ?? next
  return first === null ? null : instalmentDeadline(policy, first, now)
}
