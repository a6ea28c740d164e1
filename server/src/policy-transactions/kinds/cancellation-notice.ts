import { isEarlier, lastDayOf } from '../../kernel/index.ts'
import type { NoticeRule } from '../../products/index.ts'
import { type Term, nextTerm, periodsOf } from '../../timelines/index.ts'

/** A policy of which a notice was received. */
export interface Noticed {
  /** The terms that are sold, from the first on. */
  readonly terms: readonly Term[]
  /** Whether others follow by themselves. */
  readonly renews: boolean
  readonly receivedOn: Temporal.PlainDate
}

/**
 * The first last day of cover, on or after a day, that one of these rules allows; null where there is
 * none. It may lie in a term that is not sold yet.
 */
export function firstEndWithNotice(
  rules: readonly NoticeRule[],
  noticed: Noticed,
  from: Temporal.PlainDate = noticed.receivedOn,
): Temporal.PlainDate | null {
  const ends = rules.flatMap((rule) => firstEndBy(rule, noticed, from) ?? [])
  return ends.reduce<Temporal.PlainDate | null>(
    (first, end) => (first === null || isEarlier(end, first) ? end : first),
    null,
  )
}

/** Whether cover may end on this day. */
export function keepsNotice(
  rules: readonly NoticeRule[],
  noticed: Noticed,
  day: Temporal.PlainDate,
): boolean {
  return firstEndWithNotice(rules, noticed, day)?.equals(day) ?? false
}

function firstEndBy(
  { period, to, after }: NoticeRule,
  { terms, renews, receivedOn }: Noticed,
  from: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const [first] = terms
  if (first === undefined) return null
  // The day of the receipt is not counted: a month from the 15th ends with the 15th.
  const noticeOver = receivedOn.add(period)
  const opens =
    after === null ? noticeOver : lastDayOf(first.firstDay, Temporal.Duration.from(after))
  const earliest = later(from, later(noticeOver, opens))
  for (const term of termsToCome(terms, renews)) {
    if (term.lastDay === null || !isEarlier(term.lastDay, earliest)) {
      return firstEndIn(term, to, earliest)
    }
  }
  return null
}

/** Those that are sold, and those that are known to follow. */
function* termsToCome(terms: readonly Term[], renews: boolean): Generator<Term> {
  yield* terms
  if (!renews) return
  let last = terms.at(-1)
  while (last !== undefined && last.lastDay !== null) {
    last = { ...last, ...nextTerm({ ...last, lastDay: last.lastDay }, null) }
    yield last
  }
}

/** In the term that this day is in, or lies before. */
function firstEndIn(
  term: Term,
  to: NoticeRule['to'],
  earliest: Temporal.PlainDate,
): Temporal.PlainDate {
  switch (to) {
    case 'any_day':
      return earliest
    case 'end_of_term':
      return term.lastDay ?? endOfYear(term, earliest)
    case 'end_of_year':
      return endOfYear(term, earliest)
    case 'end_of_period': {
      const periods = periodsOf(term, later(earliest, term.firstDay))
      const period = periods.find(({ lastDay }) => !isEarlier(lastDay, earliest))
      // A single payment without an end pays for its first year alone.
      return period?.lastDay ?? endOfYear(term, earliest)
    }
  }
}

/** Years are counted from the start of the term. */
function endOfYear(term: Term, earliest: Temporal.PlainDate): Temporal.PlainDate {
  for (let years = 1; ; years += 1) {
    const end = lastDayOf(term.firstDay, { years })
    if (term.lastDay !== null && isEarlier(term.lastDay, end)) return term.lastDay
    if (!isEarlier(end, earliest)) return end
  }
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isEarlier(one, other) ? other : one
}
