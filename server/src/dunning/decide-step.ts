import type { DunningReminder, DunningSettings } from '../products/index.ts'
import { type ProofStep, type Proven, decideProof } from './decide-proof.ts'
import type { DunningCase } from './dunning-case.ts'

/** All that the next step of a case follows from. */
export interface Look {
  readonly today: Temporal.PlainDate
  /** Null where the product has no dunning. */
  readonly settings: DunningSettings | null
  /** Whether there is cover that could end. */
  readonly isInForce: boolean
  /** The last day of cover where it is cancelled for later; null where it is not. */
  readonly lastDay: Temporal.PlainDate | null
  /** The customer has withdrawn from the contract. */
  readonly isWithdrawn: boolean
  /** Another version of the policy is being made. */
  readonly isChanging: boolean
  readonly open: DunningCase | null
  /** Of which something is overdue: of those that a notice states only these, once there is one. */
  readonly late: readonly { readonly isBeingPaid: boolean }[]
  /** Why the notice is wrong; null where it is not, and without one. */
  readonly fault: string | null
  /** What is known of the arrival of the notice. */
  readonly proven: Proven
  /** The last day of a hold; null where there is none. */
  readonly heldUntil: Temporal.PlainDate | null
  /** Whether a letter of termination is known to have arrived since cover was suspended. */
  readonly isTerminated: boolean
  /** The last day of a period that would end on this one. */
  readonly periodEnd: (day: Temporal.PlainDate) => Temporal.PlainDate
}

export type Step =
  | { readonly do: 'nothing' | 'open' | 'cure' | 'end' | 'ask_termination' }
  /** The last day of the contract, where that is later than its cover. */
  | { readonly do: 'lapse'; readonly contractUntil: Temporal.PlainDate | null }
  /** Nothing before that day. */
  | { readonly do: 'wait'; readonly until: Temporal.PlainDate }
  /** Cover is suspended from today on; the last day on which a payment resumes it. */
  | { readonly do: 'suspend'; readonly payUntil: Temporal.PlainDate }
  | { readonly do: 'remind'; readonly fee: number }
  /** Without a last day for paying where the notice has to be proved first. */
  | { readonly do: 'notice'; readonly fee: number; readonly graceUntil: Temporal.PlainDate | null }
  | ProofStep
  | { readonly do: 'void'; readonly reason: string }

/** What is to be done about a policy's arrears now. A case is looked at again when cover is over. */
export function decideStep(look: Look): Step {
  const step = stepOf(look)
  const over = look.lastDay && dayAfter(look.lastDay)
  if (step.do !== 'wait' || over === null) return step
  return Temporal.PlainDate.compare(over, step.until) < 0 ? { do: 'wait', until: over } : step
}

function stepOf(look: Look): Step {
  const { today, settings, isInForce, isWithdrawn, isChanging, open, late, fault, heldUntil } = look
  const isBeingPaid = late.some((one) => one.isBeingPaid)
  if (open === null || settings === null) {
    const isOverdue = late.some((one) => !one.isBeingPaid)
    return { do: settings !== null && isInForce && isOverdue ? 'open' : 'nothing' }
  }
  if (isWithdrawn) return { do: 'end' }
  if (late.length === 0) return { do: 'cure' }
  if (!isInForce) return { do: 'end' }
  if (fault !== null) return { do: 'void', reason: fault }
  const isNoticed = open.step === 'notice_sent' || open.step === 'suspended'
  const { proof, notice } = settings
  const awaited = isNoticed && proof ? decideProof(open, proof, notice, look) : null
  // Nothing delays that a notice counts no longer, but a version that is made before cover resumes.
  const isAtOnce = awaited?.do === 'lose_proof' && !(isChanging && open.step === 'suspended')
  if (isAtOnce) return awaited
  // The outcome of the payment or transaction triggers this again; the next day is a safety net.
  if (isBeingPaid || isChanging) return { do: 'wait', until: dayAfter(today) }
  // A hold stops what the customer would notice: not that the grace is known.
  if (awaited?.do === 'begin_grace') return awaited
  if (heldUntil !== null) return { do: 'wait', until: dayAfter(heldUntil) }
  if (!isNoticed) return decideLetter(open, settings, look)
  return awaited ?? decideEnd(open, settings, look)
}

function decideLetter(
  open: DunningCase,
  settings: DunningSettings,
  { today, periodEnd }: Look,
): Step {
  const reminder = settings.reminders[open.reminders]
  const next = reminder ?? settings.notice
  const until = dayOf(next, settings.reminders[open.reminders - 1], open)
  if (Temporal.PlainDate.compare(today, until) < 0) return { do: 'wait', until }
  if (reminder !== undefined) return { do: 'remind', fee: reminder.fee }
  const { fee, graceDays } = settings.notice
  const graceUntil = settings.proof ? null : periodEnd(today.add({ days: graceDays }))
  return { do: 'notice', fee, graceUntil }
}

/** So many days after it was overdue; where the letter before came late, as many after that. */
function dayOf(
  { afterDays }: DunningReminder,
  before: DunningReminder | undefined,
  { sinceDay, stepDay }: DunningCase,
): Temporal.PlainDate {
  const planned = sinceDay.add({ days: afterDays })
  if (before === undefined) return planned
  const apart = stepDay.add({ days: afterDays - before.afterDays })
  return Temporal.PlainDate.compare(planned, apart) < 0 ? apart : planned
}

/** What follows when the grace is over: the lapse, or days without cover and then the lapse. */
function decideEnd(open: DunningCase, settings: DunningSettings, look: Look): Step {
  const { graceUntil } = open
  const { today } = look
  if (graceUntil === null) throw new Error('cover ends after a notice alone')
  const { lapseAfter } = settings
  if (open.step === 'suspended') return decideLapse(open, settings, look)
  if (!isAfter(today, graceUntil)) return { do: 'wait', until: dayAfter(graceUntil) }
  if (lapseAfter === null) return { do: 'lapse', contractUntil: null }
  return { do: 'suspend', payUntil: lastSuspended(today, lapseAfter, look) }
}

/** Whether cover that is suspended ends: not while the premium is claimed at law, nor before its letter. */
function decideLapse(
  { stepDay, legalActionOn, terminationDueOn }: DunningCase,
  { lapseAfter, needsTermination, waivesSuspension }: DunningSettings,
  look: Look,
): Step {
  const { today, isTerminated } = look
  if (needsTermination && isTerminated) return { do: 'lapse', contractUntil: null }
  const later: Step = { do: 'wait', until: today.add({ months: 1 }) }
  if (legalActionOn !== null) return later
  const last = lastSuspended(stepDay, lapseAfter ?? { days: 0 }, look)
  if (!isAfter(today, last)) return { do: 'wait', until: dayAfter(last) }
  if (needsTermination) return terminationDueOn === null ? { do: 'ask_termination' } : later
  return { do: 'lapse', contractUntil: waivesSuspension ? last : null }
}

/** The last day without cover before the contract ends. */
function lastSuspended(
  firstDay: Temporal.PlainDate,
  lapseAfter: NonNullable<DunningSettings['lapseAfter']>,
  { periodEnd }: Look,
): Temporal.PlainDate {
  return periodEnd(firstDay.subtract({ days: 1 }).add(lapseAfter))
}

function isAfter(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) > 0
}

function dayAfter(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.add({ days: 1 })
}
