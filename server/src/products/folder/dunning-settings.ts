import {
  type DunningReminder,
  type DunningSettings,
  type LifeSettings,
  coverEnds,
  dunningPresets,
  dunningOutcomes,
} from '../product-definition.ts'
import { type Part, quoted } from './part.ts'

const remindersMax = 3
const afterDaysMax = 365
const graceDaysMax = 365
const lapseAfterDaysMax = 365
const revivalMonthsMax = 12
/** In minor units of the product's currency. */
const feeMax = 10_000_000

/** What a product says that names no preset: a notice is the one thing that it has to say itself. */
const plain: Least = {
  graceDaysMin: 1,
  reinstatementDaysMin: 0,
  revivalMonthsMin: 0,
  coverEnds: null,
  given: null,
}

/** What a country's law asks for at least, and what holds where the product says nothing. */
interface Least {
  readonly graceDaysMin: number
  readonly reinstatementDaysMin: number
  readonly revivalMonthsMin: number
  /** The one day on which cover may end; null where the product may choose. */
  readonly coverEnds: DunningSettings['coverEnds'] | null
  readonly given: Omit<DunningSettings, 'preset'> | null
}

/**
 * Par. 38 VVG: at least two weeks of grace, counted from when the notice arrives; cover lasts until they
 * are over; a payment within a month of the lapse lets the contract continue.
 */
const least: Readonly<Record<(typeof dunningPresets)[number], Least>> = {
  de: {
    graceDaysMin: 14,
    reinstatementDaysMin: 31,
    revivalMonthsMin: 1,
    coverEnds: 'end_of_grace',
    given: {
      reminders: [{ afterDays: 10, fee: 0 }],
      notice: { afterDays: 24, graceDays: 17, fee: 0 },
      lapseAfterDays: null,
      coverEnds: 'end_of_grace',
      revivalMonths: 1,
    },
  },
}

/** What happens when an invoice is not paid; null where nothing does. */
export function readDunning(part: Part, life: LifeSettings): DunningSettings | null {
  if (part.isAbsent) return null
  const isObject = part.hasOnly([
    'preset',
    'reminders',
    'notice',
    'then',
    'lapse_after_days',
    'cover_ends',
    'revival_months',
  ])
  if (!isObject) return null
  const preset = part
    .member('preset')
    .optional<DunningSettings['preset']>(null, (given) => given.oneOf(dunningPresets))
  // What stands in for a preset that there is not asks for nothing.
  const law = preset === null || part.member('preset').value !== preset ? plain : least[preset]
  const reminders = part
    .member('reminders')
    .optional(law.given?.reminders ?? [], (given) => readReminders(given))
  const lastAfter = reminders.at(-1)?.afterDays ?? 0
  const notice = readNotice(part.member('notice'), law, preset, lastAfter)
  refuseShortReturn(part, law, preset, life)
  return {
    preset,
    reminders,
    notice,
    lapseAfterDays: readLapse(part),
    coverEnds: readCoverEnds(part.member('cover_ends'), law, preset),
    revivalMonths: readRevival(part.member('revival_months'), law, preset),
  }
}

function readReminders(part: Part): DunningReminder[] {
  const entries = part.list('List reminders, for example - { after_days: 10 }, or [] for none.')
  if (entries.length > remindersMax) {
    const message = `There are more than ${remindersMax} reminders.`
    part.refuse(message, `List at most ${remindersMax}; the notice comes after them.`)
  }
  return entries.reduce<DunningReminder[]>((read, entry) => {
    entry.hasOnly(['after_days', 'fee'])
    const afterDays = entry.member('after_days').integer(1, afterDaysMax)
    const before = read.at(-1)
    if (before !== undefined && afterDays <= before.afterDays) {
      const message = `A reminder after ${afterDays} days cannot follow one after ${before.afterDays}.`
      entry.member('after_days').refuse(message, 'List reminders in their order, by rising days.')
    }
    return [...read, { afterDays, fee: readFee(entry.member('fee')) }]
  }, [])
}

function readNotice(
  part: Part,
  { graceDaysMin, given }: Least,
  preset: DunningSettings['preset'],
  lastReminder: number,
): DunningSettings['notice'] {
  const fallback = given?.notice
  if (part.isAbsent && fallback !== undefined) return afterReminders(part, fallback, lastReminder)
  if (!part.hasOnly(['after_days', 'grace_days', 'fee'])) {
    return { afterDays: lastReminder + 1, graceDays: graceDaysMin, fee: 0 }
  }
  const grace = part.member('grace_days')
  const graceDays =
    fallback === undefined
      ? grace.integer(1, graceDaysMax)
      : grace.optional(fallback.graceDays, (days) => days.integer(1, graceDaysMax))
  if (graceDays < graceDaysMin) {
    const message = `${graceDays} days of grace are fewer than the preset ${quoted(preset ?? '')} allows.`
    grace.refuse(message, `Write at least ${graceDaysMin}.`)
  }
  const after = part.member('after_days')
  const afterDays =
    fallback === undefined
      ? after.integer(1, afterDaysMax)
      : after.optional(fallback.afterDays, (days) => days.integer(1, afterDaysMax))
  const notice = { afterDays, graceDays, fee: readFee(part.member('fee')) }
  return afterReminders(after, notice, lastReminder)
}

/** The notice is the last thing that is written before cover ends. */
function afterReminders(
  part: Part,
  notice: DunningSettings['notice'],
  lastReminder: number,
): DunningSettings['notice'] {
  if (notice.afterDays <= lastReminder) {
    const message = `The notice after ${notice.afterDays} days would not come after the reminder after ${lastReminder}.`
    part.refuse(message, `Write after_days: ${lastReminder + 1} or more, or remind earlier.`)
  }
  return notice
}

/** Whether the policy lapses with the grace, or is suspended first, and for how long. */
function readLapse(part: Part): number | null {
  const outcome = part.member('then').optional('lapse', (given) => given.oneOf(dunningOutcomes))
  const after = part.member('lapse_after_days')
  if (outcome === 'suspend') return after.integer(1, lapseAfterDaysMax)
  if (!after.isAbsent) {
    const message = 'lapse_after_days needs a suspension, but then is lapse.'
    after.refuse(message, 'Write then: suspend, or leave lapse_after_days out.')
  }
  return null
}

function readFee(part: Part): number {
  return part.optional(0, (fee) => fee.integer(0, feeMax))
}

function readCoverEnds(
  part: Part,
  law: Least,
  preset: DunningSettings['preset'],
): DunningSettings['coverEnds'] {
  const ends = part.optional(law.given?.coverEnds ?? 'end_of_grace', (given) =>
    given.oneOf(coverEnds),
  )
  if (law.coverEnds !== null && ends !== law.coverEnds) {
    const message = `By the preset ${quoted(preset ?? '')} cover ends with ${law.coverEnds}, not ${ends}.`
    part.refuse(message, `Write cover_ends: ${law.coverEnds}, or leave it out.`)
  }
  return ends
}

/** For how long after the lapse a payment voids it. */
function readRevival(
  part: Part,
  { revivalMonthsMin, given }: Least,
  preset: DunningSettings['preset'],
): number | null {
  const months = part.optional(given?.revivalMonths ?? 0, (one) => one.integer(0, revivalMonthsMax))
  if (months < revivalMonthsMin) {
    const message = `${months} months for paying after a lapse are fewer than the preset ${quoted(preset ?? '')} allows.`
    part.refuse(message, `Write at least ${revivalMonthsMin}.`)
  }
  return months === 0 ? null : months
}

/** The law lets a customer pay after the lapse; the product must allow that reinstatement. */
function refuseShortReturn(
  part: Part,
  { reinstatementDaysMin }: Least,
  preset: DunningSettings['preset'],
  { reinstatementDays }: LifeSettings,
): void {
  if (reinstatementDays >= reinstatementDaysMin) return
  const message = `A reinstatement within ${reinstatementDays} days is shorter than the preset ${quoted(preset ?? '')} allows.`
  part
    .member('preset')
    .refuse(message, `Write reinstatement_days: ${reinstatementDaysMin} or more.`)
}
