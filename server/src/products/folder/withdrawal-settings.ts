import { parseDay } from '../../kernel/index.ts'
import {
  type Law,
  type PaymentPlanDefinition,
  type WithdrawalSettings,
  laws,
} from '../product-definition.ts'
import { type Part, quoted } from './part.ts'

/** What par. 8 VVG and art. 2a VVG give a customer. */
const daysDefault = 14
const daysMax = 365
const holidaysMax = 500

/** Whose insurance law the product follows; null where it names none. */
export function readLaw(part: Part): Law | null {
  return part.optional<Law | null>(null, (given) => given.oneOf(laws))
}

/** The customer's right to withdraw; null where there is none. */
export function readWithdrawal(
  part: Part,
  law: Law | null,
  plans: readonly PaymentPlanDefinition[],
): WithdrawalSettings | null {
  if (part.isAbsent) return law === null ? null : withdrawalByLaw
  if (part.value === 'none') {
    refuseLongTerms(part, law, plans)
    return null
  }
  if (!part.hasOnly(['days', 'early_cover', 'holidays'])) return null
  const days = part.member('days').optional(daysDefault, (given) => given.integer(1, daysMax))
  if (law !== null && days < daysDefault) {
    const message = `${days} days are fewer than the law ${quoted(law)} gives.`
    part.member('days').refuse(message, `Write at least ${daysDefault}.`)
  }
  return {
    days,
    earlyCover: part
      .member('early_cover')
      .optional<string | null>(null, (given) => given.text('Name a question, by its key.')),
    holidays: part.member('holidays').optional([], readHolidays),
  }
}

const withdrawalByLaw: WithdrawalSettings = { days: daysDefault, earlyCover: null, holidays: [] }

/** The law lets only contracts of less than a month go without the right; instalments take longer. */
function refuseLongTerms(
  part: Part,
  law: Law | null,
  plans: readonly PaymentPlanDefinition[],
): void {
  const instalments = plans.find(({ frequency }) => frequency !== null)
  if (law === null || instalments === undefined) return
  const message = `Only contracts of less than a month can be sold without a right of withdrawal, but plan ${quoted(instalments.key)} is recurring.`
  part.refuse(message, 'Leave withdrawal out, or write its days.')
}

function readHolidays(part: Part): string[] {
  const entries = part.list('List days such as 2027-12-24.')
  if (entries.length > holidaysMax) {
    part.refuse(`There are more than ${holidaysMax} holidays.`, 'List those of the next years.')
  }
  return entries.map((entry) => {
    const text = entry.text('Write a day such as 2027-12-24.')
    if (text !== '' && parseDay(text) === null) {
      entry.refuse(`${quoted(text)} is not a day.`, 'Write a day such as 2027-12-24.')
    }
    return text
  })
}
