import { parseDay } from '../../kernel/index.ts'
import { wrongParameter } from './reasons.ts'
import { filter } from './sale-filters.ts'

const dayWanted = 'a date such as 2027-01-31'
const notBefore = (from: string) => `no earlier than from, which is ${from}`

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
  wrongParameter.listed({
    label: 'days_out_of_order',
    when: 'The first of two days is later than the last.',
    example: ['to', notBefore('2027-01-31')],
  }),
]

/** Two days, either of which may be left out. */
export function readDays({ from, to }: Asked): Days<Temporal.PlainDate | null> {
  return inOrder({ from: readDay('from', from), until: readDay('to', to) })
}

/** Two days that have to be said. */
export function readNeededDays({ from, to }: Asked): Days<Temporal.PlainDate> {
  return inOrder({ from: readNeededDay('from', from), until: readNeededDay('to', to) })
}

interface Asked {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface Days<Day> {
  readonly from: Day
  readonly until: Day
}

/** Nothing lies between a day and an earlier one, so whoever asks for that means something else. */
function inOrder<Day extends Temporal.PlainDate | null>(days: Days<Day>): Days<Day> {
  const { from, until } = days
  if (from === null || until === null || Temporal.PlainDate.compare(from, until) <= 0) return days
  throw wrongParameter('to', notBefore(from.toString()))
}

function readDay(name: string, text: string | undefined): Temporal.PlainDate | null {
  if (text === undefined || text === '') return null
  const day = parseDay(text)
  if (day === null) throw wrongParameter(name, dayWanted)
  return day
}

function readNeededDay(name: string, text: string | undefined): Temporal.PlainDate {
  const day = readDay(name, text)
  if (day === null) throw wrongParameter(name, dayWanted)
  return day
}
