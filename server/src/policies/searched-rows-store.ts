import { type Fragment, fragment } from '../database/index.ts'
import type { PolicyStatus } from './policy.ts'

/**
 * One way in which a policy matches a search: by its row where that is current, or by its segments and
 * the time where the row is outdated. No policy is found in two ways.
 */
export interface Way {
  /** The condition for outdated rows, which have their own index; null where rows are current. */
  readonly outdated: Fragment | null
  readonly conditions: readonly Fragment[]
}

/** Every way to fulfil both. */
export function bothOf(some: readonly Way[], others: readonly Way[]): Way[] {
  return some.flatMap((one) => others.map((other) => joined(one, other)))
}

function joined(one: Way, other: Way): Way {
  const both = one.outdated !== null && other.outdated !== null
  return {
    outdated: one.outdated ?? other.outdated,
    conditions: [
      ...one.conditions,
      ...other.conditions,
      ...(both && other.outdated !== null ? [other.outdated] : []),
    ],
  }
}

/** Where nothing is asked that time changes. */
const asStored: Way = { outdated: null, conditions: [] }

/** How a policy has a status now: `statusAt`, for a search. On a test clock rows are up to date. */
export function waysToStatus(status: PolicyStatus | null, now: Temporal.Instant): Way[] {
  if (status === null) return [asStored]
  const stored = fragment`status = ${status}`
  switch (status) {
    case 'ready':
      return [believed([stored], lapsed(now))]
    case 'paid':
      return [believed([stored], ended(now))]
    case 'expired':
      return [
        { outdated: null, conditions: [stored] },
        { outdated: lapsed(now), conditions: [] },
        { outdated: ended(now), conditions: [] },
      ]
    case 'accepted':
    case 'cancelled':
      return [{ outdated: null, conditions: [stored] }]
  }
}

function lapsed(now: Temporal.Instant): Fragment {
  return fragment`
    status = 'ready' and clock_id is null and offer_expires_at <= ${now}::timestamptz`
}

function ended(now: Temporal.Instant): Fragment {
  return fragment`
    status = 'paid' and not renews and clock_id is null
      and coalesce(end_day, term_last_day) is not null
      and coalesce(end_day, term_last_day) < (${now}::timestamptz + interval '1 day')::date
      and ((coalesce(end_day, term_last_day) + 1)::timestamp at time zone time_zone)
        <= ${now}::timestamptz`
}

/** How a policy has a customer now of whom these conditions hold. */
export function waysToCustomer(conditions: readonly Fragment[], now: Temporal.Instant): Way[] {
  if (conditions.length === 0) return [asStored]
  const outdated = fragment`clock_id is null and holds_until <= ${now}::timestamptz`
  const heldSo = fragment`exists (select from (${heldNow(now)}) held where ${[...conditions]})`
  return [believed(conditions, outdated), { outdated, conditions: [heldSo] }]
}

/**
 * Matches current rows. The outdated ones are a short list: asking each row itself
 * would fetch rows that the index alone can answer.
 */
function believed(conditions: readonly Fragment[], outdated: Fragment): Way {
  const isNot = fragment`id not in (select id from policies where ${outdated})`
  return { outdated: null, conditions: [...conditions, isNot] }
}

/** The segment of today, for a policy whose row is outdated. */
export function heldNow(now: Temporal.Instant): Fragment {
  return fragment`
    select content.first_name, content.last_name, content.email, segment.payment
    from policy_segments segment join policy_contents content on content.id = segment.content_id
    where policies.clock_id is null and policies.holds_until <= ${now}::timestamptz
      and segment.version_id = policies.version_id
      and segment.first_day <= (${now}::timestamptz at time zone policies.time_zone)::date
    order by segment.first_day desc limit 1`
}

/**
 * The ids of all policies that are found in one of these ways. Outdated rows are few, and are read
 * first by their own index (`offset 0`): a search that is sorted by id would otherwise look for them
 * among all others. `page` cuts each way short where only so many are wanted.
 */
export function foundIn(
  ways: readonly Way[],
  {
    scope,
    conditions,
    page,
  }: Readonly<Record<'scope' | 'conditions', readonly Fragment[]>> & {
    readonly page: Fragment
  },
): Fragment {
  return ways
    .map((way) => {
      const where = [...scope, ...conditions, ...way.conditions]
      if (way.outdated === null) return fragment`(select id from policies where ${where} ${page})`
      return fragment`(
        select id from (
          select id, version_id, status, livemode, insurer_id, distributor_id, product_id,
            insurer_policy_id, first_name, last_name, email, time_zone, clock_id, issued_at,
            offer_expires_at, end_day, term_last_day, renews, holds_until
          from policies where ${[...scope, way.outdated]} offset 0) policies
        where ${where} ${page})`
    })
    .reduce((some, one) => fragment`${some} union all ${one}`)
}
