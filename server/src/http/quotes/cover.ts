import { type Static, Type } from 'typebox'
import { startOfDay } from '../../kernel/index.ts'
import { type Policy, statusAt } from '../../policies/index.ts'
import type { Cover } from '../../products/index.ts'
import { flag } from '../wire/schema.ts'

const days = {
  start_date: Type.Unsafe<string>({
    type: 'string',
    format: 'date',
    description: "The first day of cover. It begins at midnight in the product's time zone.",
  }),
  end_date: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date',
    description: 'The last day of cover; null while the end is open.',
  }),
}

export const coverSchema = Type.Object(days, {
  $id: 'Cover',
  description: 'The days of cover, first and last day included.',
})

export const policyCoverSchema = Type.Object(
  {
    ...days,
    in_force: flag(
      'Whether the policy covers now: it is paid for, not cancelled or suspended, and its first day ' +
        'has come. A policy on a test clock goes by that clock.',
    ),
  },
  { $id: 'PolicyCover', description: 'The days of cover of an offer or policy.' },
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
  const isOnRisk = statusAt(policy, now) === 'paid' && policy.suspendedSince === null
  return {
    ...viewCover(policy),
    in_force: isOnRisk && Temporal.Instant.compare(begins, now) <= 0,
  }
}
