import { todayIn } from '../kernel/index.ts'
import type { Deadline } from '../deadlines/index.ts'
import { type Policy, instalmentDeadline } from '../policies/index.ts'
import type { PaymentPlanDefinition } from '../products/index.ts'
import { periodsDue, periodsOf } from '../timelines/index.ts'
import { soldDays } from './sold-timeline.ts'

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
