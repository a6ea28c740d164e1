import { todayIn } from '../../kernel/index.ts'
import type { ProductDefinition } from '../../products/index.ts'
import type { Ending } from '../../timelines/index.ts'
import type { PolicyIdentity, SaleMoments } from '../../policies/index.ts'

type IssuedPolicy = Pick<SaleMoments, 'issuedAt'> & Pick<PolicyIdentity, 'timeZone'>

/** What the days after a cancellation cost: nothing within the free-look days after the issue. */
export function endingRuleOf(
  { cancellation }: Pick<ProductDefinition, 'cancellation'>,
  policy: IssuedPolicy,
  requestedAt: Temporal.Instant,
): Ending['rule'] {
  const { refund: method, freeLookDays, shortRates: shares } = cancellation
  if (isWithinDays(freeLookDays, policy, requestedAt)) return { method: 'free_look' }
  return method === 'short_rate' ? { method, shares } : { method }
}

/** The day of the issue is day zero, where the policy was sold. */
function isWithinDays(
  days: number,
  { issuedAt, timeZone }: IssuedPolicy,
  requestedAt: Temporal.Instant,
): boolean {
  if (days === 0 || issuedAt === null) return false
  const last = todayIn(timeZone, issuedAt).add({ days })
  return Temporal.PlainDate.compare(todayIn(timeZone, requestedAt), last) <= 0
}
