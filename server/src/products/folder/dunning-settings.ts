import {
  type DunningReminder,
  type DunningSettings,
  type Law,
  coverEnds,
  dunningOutcomes,
} from '../product-definition.ts'
import { type DunningLaw, dunningLaws, noLaw } from './dunning-laws.ts'
import { type Part, quoted } from './part.ts'
import { readProof } from './proof-settings.ts'

const remindersMax = 3
const afterDaysMax = 365
const graceDaysMax = 365
const lapseAfterDaysMax = 365
const lapseAfterMonthsMax = 12
const revivalMonthsMax = 12
/** In minor units of the product's currency. */
const feeMax = 10_000_000

const dunningKeys = [
  'reminders',
  'notice',
  'proof',
  'then',
  'lapse_after_days',
  'lapse_after_months',
  'cover_ends',
  'revival_months',
  'postage',
] as const

/** What happens when an invoice is not paid; null where nothing does. */
export function readDunning(part: Part, law: Law | null): DunningSettings | null {
  if (part.isAbsent || refusePreset(part)) return null
  if (!part.hasOnly(dunningKeys)) return null
  const rules = law === null ? noLaw : dunningLaws[law]
  const reminders = part
    .member('reminders')
    .optional(rules.given?.reminders ?? [], (given) => readReminders(given))
  const lastAfter = reminders.at(-1)?.afterDays ?? 0
  const notice = readNotice(part.member('notice'), rules, lastAfter)
  const lapseAfter = readLapse(part, rules)
  if (rules.needsTermination && lapseAfter === null && !notice.declaresTermination) {
    part
      .member('notice')
      .refuse(
        `By the law ${quoted(rules.name)} a policy lapses with the grace only if the notice declares that.`,
        'Write declares_termination: true once the letter says so, or then: suspend.',
      )
  }
  return {
    reminders,
    notice,
    ...part.member('proof').optional<Pick<DunningSettings, 'proof'>>({}, (given) => ({
      proof: readProof(given),
    })),
    lapseAfter,
    // A declaration counts with the end of the grace alone.
    needsTermination: rules.needsTermination && lapseAfter !== null,
    waivesSuspension: rules.waivesSuspension,
    coverEnds: readCoverEnds(part.member('cover_ends'), rules),
    revivalMonths: readRevival(part.member('revival_months'), rules),
    postage: part.member('postage').optional(rules.postage, (given) => given.integer(0, feeMax)),
  }
}

/** The law is said once, for the whole product. */
function refusePreset(part: Part): boolean {
  const preset =
    part.value === null || typeof part.value !== 'object' ? null : part.member('preset')
  if (preset === null || preset.isAbsent) return false
  const law = typeof preset.value === 'string' ? preset.value : 'de'
  preset.refuse(
    'The law of a product is not a setting of dunning.',
    `Write law: ${law} beside dunning, and leave preset out.`,
  )
  return true
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
  { name, graceDaysMin, given }: DunningLaw,
  lastReminder: number,
): DunningSettings['notice'] {
  const fallback = given?.notice
  if (part.isAbsent && fallback !== undefined) return afterReminders(part, fallback, lastReminder)
  if (!part.hasOnly(['after_days', 'grace_days', 'fee', 'declares_termination'])) {
    const afterDays = lastReminder + 1
    return { afterDays, graceDays: graceDaysMin, fee: 0, declaresTermination: true }
  }
  const grace = part.member('grace_days')
  const graceDays =
    fallback === undefined
      ? grace.integer(1, graceDaysMax)
      : grace.optional(fallback.graceDays, (days) => days.integer(1, graceDaysMax))
  if (graceDays < graceDaysMin) {
    const message = `${graceDays} days of grace are fewer than the law ${quoted(name)} gives.`
    grace.refuse(message, `Write at least ${graceDaysMin}.`)
  }
  const after = part.member('after_days')
  const afterDays =
    fallback === undefined
      ? after.integer(1, afterDaysMax)
      : after.optional(fallback.afterDays, (days) => days.integer(1, afterDaysMax))
  const declaresTermination = part
    .member('declares_termination')
    .optional(false, (declares) => declares.boolean())
  const notice = { afterDays, graceDays, fee: readFee(part.member('fee')), declaresTermination }
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
function readLapse(part: Part, rules: DunningLaw): DunningSettings['lapseAfter'] {
  const then = part.member('then')
  const outcome = then.optional(rules.outcome ?? 'lapse', (given) => given.oneOf(dunningOutcomes))
  if (rules.outcome !== null && outcome !== rules.outcome) {
    const message = `By the law ${quoted(rules.name)} the grace is followed by ${rules.outcome}, not ${outcome}.`
    then.refuse(message, `Write then: ${rules.outcome}, or leave it out.`)
  }
  const [days, months] = [part.member('lapse_after_days'), part.member('lapse_after_months')]
  if (outcome === 'lapse') {
    for (const [after, name] of [
      [days, 'lapse_after_days'],
      [months, 'lapse_after_months'],
    ] as const) {
      if (after.isAbsent) continue
      const message = `${name} needs a suspension, but then is lapse.`
      after.refuse(message, `Write then: suspend, or leave ${name} out.`)
    }
    return null
  }
  const { lapseAfterMonths: monthsMin } = rules
  if (monthsMin === null && months.isAbsent) return { days: days.integer(1, lapseAfterDaysMax) }
  if (!days.isAbsent) {
    const isOurs = months.isAbsent
    const message = isOurs
      ? `By the law ${quoted(rules.name)} the days without cover are counted in months.`
      : 'The lapse comes after days or after months, not both.'
    days.refuse(message, 'Write lapse_after_months alone.')
  }
  const count = months.optional(monthsMin ?? 1, (one) => one.integer(1, lapseAfterMonthsMax))
  if (monthsMin !== null && count < monthsMin) {
    const message = `${count} months without cover are fewer than the law ${quoted(rules.name)} gives.`
    months.refuse(message, `Write at least ${monthsMin}.`)
  }
  return { months: count }
}

function readFee(part: Part): number {
  return part.optional(0, (fee) => fee.integer(0, feeMax))
}

function readCoverEnds(part: Part, rules: DunningLaw): DunningSettings['coverEnds'] {
  const ends = part.optional('end_of_grace' as const, (given) => given.oneOf(coverEnds))
  if (rules !== noLaw && ends !== 'end_of_grace') {
    const message = `By the law ${quoted(rules.name)} cover ends with end_of_grace, not ${ends}.`
    part.refuse(message, 'Write cover_ends: end_of_grace, or leave it out.')
  }
  return ends
}

/** For how long after the lapse a payment voids it. */
function readRevival(part: Part, { name, revivalMonths }: DunningLaw): number | null {
  const months = part.optional(revivalMonths, (one) => one.integer(0, revivalMonthsMax))
  if (months < revivalMonths) {
    const message = `${months} months for paying after a lapse are fewer than the law ${quoted(name)} gives.`
    part.refuse(message, `Write at least ${revivalMonths}.`)
  }
  return months === 0 ? null : months
}
