import type { DunningSettings, ProofSettings } from '../products/index.ts'
import type { DunningCase } from './dunning-case.ts'

/** What is known of the arrival of a notice. */
export interface Proven {
  /** The first day on which it is known to have arrived, of all proofs that count; null without one. */
  readonly first: Temporal.PlainDate | null
  /** The last such day: whoever receives it again has the days again. */
  readonly latest: Temporal.PlainDate | null
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
  settings: ProofSettings,
  { graceDays }: Pick<DunningSettings['notice'], 'graceDays'>,
  look: {
    readonly today: Temporal.PlainDate
    readonly proven: Proven
    readonly periodEnd: (day: Temporal.PlainDate) => Temporal.PlainDate
  },
): ProofStep | null {
  const { counts, countsAfterDays, letterAfterDays } = settings
  const { today, proven, periodEnd } = look
  const { waitsFor, graceUntil, step, stepDay } = open
  if (proven.first === null || proven.latest === null) {
    if (waitsFor === null) return { do: 'lose_proof' }
    if (waitsFor === 'tracked_letter' || letterAfterDays === null) return later(today)
    const until = stepDay.add({ days: letterAfterDays })
    const isMailed = counts.includes('delivery_report') && !proven.isMailFailed
    if (isMailed && isBefore(today, until)) return { do: 'wait', until }
    return { do: 'post' }
  }
  // The proof that suspended cover is void, and the other one came too late for that.
  const isTooEarly =
    step === 'suspended' && !isGraceOverBefore(stepDay, settings, { graceDays }, look)
  if (isTooEarly) return { do: 'lose_proof' }
  const counted = periodEnd(proven.latest.add({ days: countsAfterDays + graceDays }))
  // A proof that comes late ends no cover in the past.
  if (waitsFor !== null || graceUntil === null) {
    return { do: 'begin_grace', graceUntil: isBefore(counted, today) ? today : counted }
  }
  const isLonger = step === 'notice_sent' && isBefore(graceUntil, counted)
  return isLonger ? { do: 'begin_grace', graceUntil: counted } : null
}

/** Whether the grace of a notice was over before a day on which cover ended, by the first proof of it. */
export function isGraceOverBefore(
  day: Temporal.PlainDate,
  { countsAfterDays }: Pick<ProofSettings, 'countsAfterDays'>,
  { graceDays }: Pick<DunningSettings['notice'], 'graceDays'>,
  {
    proven: { first },
    periodEnd,
  }: {
    readonly proven: Pick<Proven, 'first'>
    readonly periodEnd: (day: Temporal.PlainDate) => Temporal.PlainDate
  },
): boolean {
  if (first === null) return false
  return isBefore(periodEnd(first.add({ days: countsAfterDays + graceDays })), day)
}

/** The proof itself triggers the next step; this is a safety net. */
function later(today: Temporal.PlainDate): ProofStep {
  return { do: 'wait', until: today.add({ months: 1 }) }
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
