import { type BillingPeriod, periodsOf } from './billing-period.ts'
import type { ChargedPeriod } from './charge.ts'
import type { Term, Timeline } from './timeline.ts'

/** When the instalments of a plan are asked for. */
export interface BillingTerms {
  /** So many days before it is due. */
  readonly issueDaysBefore: number
  /** The day of the month on which it is; null for the first day of its period. */
  readonly dueDay: number | null
}

/** A period that is to be charged, and when. */
export interface DuePeriod {
  readonly period: BillingPeriod
  readonly issueDay: Temporal.PlainDate
  readonly dueDay: Temporal.PlainDate
}

export interface Instalments {
  /** Those whose day has come, in their step, also where they cost nothing. */
  readonly due: readonly DuePeriod[]
  /** The first after them; null where none is to come. */
  readonly next: DuePeriod | null
}

/**
 * The periods after the last one that was charged, over all terms: those that are to be charged by
 * now, and the next. A policy that has ended is billed to its last day.
 */
export function periodsDue<Sold extends Term>(
  timeline: Timeline<Timeline['segments'][number], Sold>,
  charged: readonly Pick<ChargedPeriod, 'period'>[],
  asked: {
    readonly today: Temporal.PlainDate
    /** Of the plan that holds in a term on a day. */
    readonly billingOf: (term: Sold, day: Temporal.PlainDate) => BillingTerms
  },
): Instalments {
  const due: DuePeriod[] = []
  for (const one of uncharged(timeline, charged, asked)) {
    if (isAfter(one.issueDay, asked.today)) return { due, next: one }
    due.push(one)
  }
  return { due, next: null }
}

/** So many days are looked through at once: the longest period is a year. */
const lookAheadDays = 400

/** The periods after the last one that was charged, one after the other. */
export function* uncharged<Sold extends Term>(
  timeline: Timeline<Timeline['segments'][number], Sold>,
  charged: readonly Pick<ChargedPeriod, 'period'>[],
  { billingOf }: Pick<Parameters<typeof periodsDue<Sold>>[2], 'billingOf'>,
): Generator<DuePeriod> {
  const [last] = charged
    .map(({ period }) => period.lastDay)
    .toSorted((one, other) => Temporal.PlainDate.compare(other, one))
  const lastDay = timeline.ending?.lastDay ?? null
  for (const term of timeline.terms) {
    let from = later(term.firstDay, last?.add({ days: 1 }) ?? null)
    while (term.lastDay === null || !isAfter(from, term.lastDay)) {
      const until = from.add({ days: lookAheadDays })
      const periods = periodsOf(term, until).filter(({ firstDay }) => !isAfter(from, firstDay))
      for (const period of periods) {
        if (lastDay !== null && isAfter(period.firstDay, lastDay)) return
        yield { period, ...daysOf(period, billingOf(term, period.firstDay)) }
      }
      const end = periods.at(-1)?.lastDay
      if (end === undefined) break
      from = end.add({ days: 1 })
    }
  }
}

function daysOf(
  { firstDay }: BillingPeriod,
  { issueDaysBefore, dueDay: dayOfMonth }: BillingTerms,
): Pick<DuePeriod, 'issueDay' | 'dueDay'> {
  const dueDay = dueDayFrom(firstDay, dayOfMonth)
  return { dueDay, issueDay: dueDay.subtract({ days: issueDaysBefore }) }
}

/** When a period is due that begins on a day: then, or on the first such day of the month from it on. */
export function dueDayFrom(day: Temporal.PlainDate, dayOfMonth: number | null): Temporal.PlainDate {
  if (dayOfMonth === null) return day
  const inMonth = day.with({ day: dayOfMonth })
  return isAfter(day, inMonth) ? inMonth.add({ months: 1 }) : inMonth
}

function later(day: Temporal.PlainDate, other: Temporal.PlainDate | null): Temporal.PlainDate {
  return other !== null && isAfter(other, day) ? other : day
}

function isAfter(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) > 0
}
