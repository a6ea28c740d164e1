import { lastDayOf, startOfDay } from '../kernel/index.ts'
import type { RenewalSettings } from '../products/index.ts'
import { type CurrentTerm, type TermEnd, neverRenewed } from './policy.ts'

/** A term that is sold: which one it is of its policy, and until when it lasts. */
export interface SoldTerm {
  readonly number: number
  readonly firstDay: Temporal.PlainDate
  /** Null where the cover is sold without an end. */
  readonly endDay: Temporal.PlainDate | null
}

/**
 * What happens at the end of a term, as the product defines it. A cover without an end is sold by terms where
 * it is renewed; the last of them that the product allows has an end.
 */
export function termEndOf(
  { kind, term: length, maxTerms, noticeDays }: RenewalSettings,
  term: SoldTerm,
  timeZone: string,
): TermEnd & Pick<CurrentTerm, 'endDay'> {
  const { endDay } = term
  if (kind === 'none') return { ...neverRenewed, endDay }
  const lastDay = endDay ?? lastDayOf(term.firstDay, Temporal.Duration.from(length))
  if (maxTerms !== null && term.number >= maxTerms) return { ...neverRenewed, endDay: lastDay }
  return {
    endDay,
    termLastDay: lastDay,
    renews: kind === 'automatic',
    renewalNoticeAt: noticeMoment(lastDay, noticeDays, timeZone),
  }
}

function noticeMoment(
  lastDay: Temporal.PlainDate,
  noticeDays: number,
  timeZone: string,
): Temporal.Instant {
  return startOfDay(lastDay.subtract({ days: noticeDays }), timeZone)
}
