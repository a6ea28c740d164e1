import { startOfDay, todayIn } from '../kernel/index.ts'
import { planOn, segmentOn, suspendedSince } from '../timelines/index.ts'
import type { Policy } from './policy.ts'
import { type PolicyContent, type PolicyTimeline, endDayOf } from './policy-version.ts'

/**
 * Where the row of a policy says something else than its active version does of the days for which
 * the row holds: the names of the members that differ.
 */
export function projectionFaults(
  policy: Policy,
  timeline: PolicyTimeline,
  contents: ReadonlyMap<string, PolicyContent>,
  now: Temporal.Instant,
): string[] {
  const { holdsUntil, timeZone } = policy
  const isOutdated = holdsUntil !== null && Temporal.Instant.compare(holdsUntil, now) <= 0
  const day = todayIn(timeZone, isOutdated ? holdsUntil.subtract({ seconds: 1 }) : now)
  const segment = segmentOn(timeline, day)
  const content = contents.get(segment.contentId)
  const expected = {
    quoteId: segment.quoteId,
    grossPaymentAmount: segment.price.payment,
    firstName: content?.firstName,
    lastName: content?.lastName,
    email: content?.email,
    data: content?.data,
    startDay: timeline.terms[0]?.firstDay,
    endDay: endDayOf(timeline),
    planId: planOn(timeline, day).planId,
    termLastDay: policy.termLastDay === null ? null : timeline.terms.at(-1)?.lastDay,
    terminationDay: timeline.ending?.lastDay ?? null,
    suspendedSince: suspendedSince(timeline, day),
  } satisfies Partial<Record<keyof Policy, unknown>>
  const differing = Object.entries(expected).filter(
    ([name, value]) => JSON.stringify(policy[name as keyof Policy]) !== JSON.stringify(value), // Its own names, see above.
  )
  const isCancelled = policy.status === 'cancelled'
  const status = isCancelled === (timeline.ending !== null) ? [] : ['status']
  const until = saysOtherwiseFrom(timeline, day)
  const held = until === undefined || holdsNoLonger(policy, until) ? [] : ['holdsUntil']
  return [...differing.map(([name]) => name), ...status, ...held]
}

/** The first day after this one on which the row would say something else. */
function saysOtherwiseFrom(
  timeline: PolicyTimeline,
  day: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  const { contentId, quoteId, kind } = segmentOn(timeline, day)
  return timeline.segments.find(
    (one) =>
      Temporal.PlainDate.compare(one.firstDay, day) > 0 &&
      (one.contentId !== contentId ||
        one.quoteId !== quoteId ||
        (one.kind === 'suspended') !== (kind === 'suspended')),
  )?.firstDay
}

function holdsNoLonger(
  { holdsUntil, timeZone }: Pick<Policy, 'holdsUntil' | 'timeZone'>,
  day: Temporal.PlainDate,
): boolean {
  return holdsUntil !== null && Temporal.Instant.compare(holdsUntil, startOfDay(day, timeZone)) <= 0
}
