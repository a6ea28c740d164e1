import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { startOfDay } from '../../kernel/index.ts'
import { type Policy, isInForce } from '../../policies/index.ts'
import type { Cover } from '../../products/index.ts'
import { flag } from '../wire/schema.ts'

const days = {
  start_date: Type.Unsafe<string>({
    type: 'string',
    format: 'date',
    description: 'The first day of cover, from midnight in the time zone of the product.',
  }),
  end_date: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date',
    description: 'The last day of cover; null if the policy is open-ended.',
  }),
}

export const coverSchema = Type.Object(days, {
  $id: 'Cover',
  description: 'The first and the last day of cover.',
})

export const policyCoverSchema = Type.Object(
  {
    ...days,
    in_force: flag(
      'Whether the policy is in force now: it is paid for, not over or suspended, and ' +
        'cover has begun. A policy that was cancelled for later is in force until its last day. For a policy on a test clock, the time of that clock applies.',
    ),
  },
  { $id: 'PolicyCover', description: 'The period of cover of an offer or policy.' },
)

export function viewCover({
  startDay,
  endDay,
}: Pick<Cover, 'startDay' | 'endDay'>): Static<typeof coverSchema> {
  return { start_date: startDay.toString(), end_date: endDay?.toString() ?? null }
}

export function viewPolicyCover(
  policy: Policy,
  now: Temporal.Instant,
): Static<typeof policyCoverSchema> {
  const begins = startOfDay(policy.startDay, policy.timeZone)
  const isOnRisk = isInForce(policy, now) && policy.suspendedSince === null
  return {
    ...viewCover(policy),
    in_force: isOnRisk && Temporal.Instant.compare(begins, now) <= 0,
  }
}
