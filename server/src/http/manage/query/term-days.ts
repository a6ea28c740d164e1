import { parseDay } from '../../../kernel/index.ts'
import { wrongParameter } from '../reasons.ts'
import { filter } from './sale-filters.ts'

const dayWanted = 'a date such as 2027-01-31'

/** Which terms are meant, by their last days. */
export const termDays = {
  from: filter('Of terms that end on this day or later.'),
  to: filter('Of terms that end on this day or earlier.'),
}

export const termDayErrors = [
  wrongParameter.listed({
    label: 'not_a_date',
    when: 'A day is no date.',
    example: ['from', dayWanted],
  }),
]

export function readDay(name: string, text: string | undefined): Temporal.PlainDate | null {
  if (text === undefined || text === '') return null
  const day = parseDay(text)
  if (day === null) throw wrongParameter(name, dayWanted)
  return day
}

export function readNeededDay(name: string, text: string | undefined): Temporal.PlainDate {
  const day = readDay(name, text)
  if (day === null) throw wrongParameter(name, dayWanted)
  return day
}
