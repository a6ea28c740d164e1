import type { DunningSettings, ProofSettings } from '../products/index.ts'
import type { DunningCase } from './dunning-case.ts'

/** What is known of the arrival of a notice. */
export interface Proven {
  /** The latest day on which it is known to have arrived; null where it is not. */
  readonly on: Temporal.PlainDate | null
  /** Its mail came back, or was given up. */
  readonly isMailFailed: boolean
}

export type ProofStep =
  | { readonly do: 'wait'; readonly until: Temporal.PlainDate }
  /** Its proof is void: the grace has not begun. */
  | { readonly do: 'lose_proof' }
  /** A letter goes by post. */
  | { readonly do: 'post' }
  | { readonly do: 'begin_grace'; readonly graceUntil: Temporal.PlainDate }

/** What a notice that has to be proved needs now; null where its grace runs or is over. */
export function decideProof(
  open: DunningCase,
  { counts, countsAfterDays, letterAfterDays }: ProofSettings,
  { graceDays }: Pick<DunningSettings['notice'], 'graceDays'>,
  look: {
    readonly today: Temporal.PlainDate
    readonly proven: Proven
    readonly periodEnd: (day: Temporal.PlainDate) => Temporal.PlainDate
  },
): ProofStep | null {
  const { today, proven, periodEnd } = look
  const { waitsFor, graceUntil, step, stepDay } = open
  if (proven.on === null) {
    if (waitsFor === null) return { do: 'lose_proof' }
    if (waitsFor === 'tracked_letter' || letterAfterDays === null) return later(today)
    const until = stepDay.add({ days: letterAfterDays })
    const isMailed = counts.includes('delivery_report') && !proven.isMailFailed
    if (isMailed && isBefore(today, until)) return { do: 'wait', until }
    return { do: 'post' }
  }
  const counted = periodEnd(proven.on.add({ days: countsAfterDays + graceDays }))
  // A proof that comes late ends no cover in the past.
  if (waitsFor !== null || graceUntil === null) {
    return { do: 'begin_grace', graceUntil: isBefore(counted, today) ? today : counted }
  }
  const isLonger = step === 'notice_sent' && isBefore(graceUntil, counted)
  return isLonger ? { do: 'begin_grace', graceUntil: counted } : null
}

/** The proof itself triggers the next step; this is a safety net. */
function later(today: Temporal.PlainDate): ProofStep {
  return { do: 'wait', until: today.add({ months: 1 }) }
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
