import type { Database } from '../../database/index.ts'
import { type Policy, type PolicyTimeline, endDayOf } from '../../policies/index.ts'
import { type ReplacedValue, readValues, replacedIn } from '../../policy-transactions/index.ts'
import {
  type BillingPeriod,
  type PeriodPrice,
  type Segment,
  free,
  periodsOf,
  pricePeriod,
  segmentOn,
} from '../../timelines/index.ts'
import { firstVersion } from '../reasons.ts'
import { type VersionTimeline, versionOf } from '../why/find-two-prices.ts'

/** Two versions of a policy, with all days and billing periods on which they differ. */
export interface ComparedVersions {
  readonly before: VersionTimeline['version']
  readonly after: VersionTimeline['version']
  readonly days: readonly DifferingDays[]
  /** All periods of both, as each version prices them. */
  readonly periods: readonly ComparedPeriod[]
}

/** Days in a row on which the difference is the same. */
export interface DifferingDays {
  readonly firstDay: Temporal.PlainDate
  /** Null where it goes on without an end. */
  readonly lastDay: Temporal.PlainDate | null
  /** Null on days that are not sold by that version. */
  readonly before: Held | null
  readonly after: Held | null
  readonly replaced: readonly ReplacedValue[]
}

type Held = Pick<Segment, 'kind' | 'price'>

export interface ComparedPeriod {
  readonly period: BillingPeriod
  readonly before: PeriodPrice
  readonly after: PeriodPrice
}

/** By default the active version is compared with the one that it is based on. */
export async function comparePolicyVersions(
  { db }: { readonly db: Database },
  policy: Policy,
  wanted: { readonly from: string | null; readonly to: string | null },
  today: Temporal.PlainDate,
): Promise<ComparedVersions> {
  const after = await versionOf({ db }, policy, wanted.to ?? policy.versionId)
  const earlierId = wanted.from ?? after.version.basedOn
  if (earlierId === null) throw firstVersion(after.version.id)
  const before = await versionOf({ db }, policy, earlierId)
  const timelines = [before.timeline, after.timeline] as const
  const valuesOn = await readValues(db, timelines)
  const days = stretchesOf(timelines).flatMap(({ firstDay, lastDay }): DifferingDays[] => {
    const [was, is] = timelines.map((one) =>
      isSoldOn(one, firstDay) ? segmentOn(one, firstDay) : null,
    )
    if (was == null || is == null) {
      return was === is
        ? []
        : [{ firstDay, lastDay, before: was ?? null, after: is ?? null, replaced: [] }]
    }
    const [old, now] = [valuesOn(before.timeline, firstDay), valuesOn(after.timeline, firstDay)]
    const replaced = replacedIn(old, now)
    const isSame = was.kind === is.kind && was.price.payment === is.price.payment
    return isSame && replaced.length === 0
      ? []
      : [{ firstDay, lastDay, before: was, after: is, replaced }]
  })
  const periods = comparePeriods(timelines, today)
  return { before: before.version, after: after.version, days, periods }
}

/** The days between all moments at which something begins or ends in one of them. */
function stretchesOf(
  timelines: readonly PolicyTimeline[],
): Pick<DifferingDays, 'firstDay' | 'lastDay'>[] {
  const starts = timelines.flatMap((timeline) => {
    const end = endDayOf(timeline)
    return [
      ...timeline.segments.map(({ firstDay }) => firstDay),
      ...(end === null ? [] : [end.add({ days: 1 })]),
    ]
  })
  const sorted = starts.toSorted((one, other) => Temporal.PlainDate.compare(one, other))
  const cuts = sorted.filter((day, n) => sorted[n - 1]?.equals(day) !== true)
  return cuts.map((firstDay, n) => ({
    firstDay,
    lastDay: cuts[n + 1]?.subtract({ days: 1 }) ?? null,
  }))
}

function isSoldOn(timeline: PolicyTimeline, day: Temporal.PlainDate): boolean {
  const first = timeline.segments[0]?.firstDay
  const end = endDayOf(timeline)
  const isBegun = first !== undefined && Temporal.PlainDate.compare(first, day) <= 0
  return isBegun && (end === null || Temporal.PlainDate.compare(day, end) <= 0)
}

/** Terms without an end are compared as far as today. */
function comparePeriods(
  timelines: readonly [PolicyTimeline, PolicyTimeline],
  today: Temporal.PlainDate,
): ComparedPeriod[] {
  const both = timelines.map((timeline) => {
    const periods = timeline.terms.flatMap((term) =>
      periodsOf(term, term.lastDay ?? laterOf(today, term.firstDay)),
    )
    return new Map(
      periods.map((period) => [
        `${period.firstDay} ${period.lastDay}`,
        { period, price: pricePeriod(timeline, period) },
      ]),
    )
  })
  const [was, is] = [both[0] ?? new Map(), both[1] ?? new Map()] as const
  return [...new Set([...was.keys(), ...is.keys()])].toSorted().flatMap((key) => {
    const period = (is.get(key) ?? was.get(key))?.period
    return period === undefined
      ? []
      : [{ period, before: was.get(key)?.price ?? free, after: is.get(key)?.price ?? free }]
  })
}

function laterOf(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) >= 0 ? one : other
}
