import { parseDay } from '../../kernel/index.ts'
import { wrongParameter } from './reasons.ts'
import { filter } from './sale-filters.ts'

const dayWanted = 'a date such as 2027-01-31'
const notBefore = (from: string) => `no earlier than from, which is ${from}`

/** Selects terms by their last days. */
export const termDays = {
  from: filter('Terms that end on this day or later.'),
  to: filter('Terms that end on this day or earlier.'),
}

export const termDayErrors = [
  wrongParameter.listed({
    label: 'not_a_date',
    when: 'A day is not a valid date.',
    example: ['from', dayWanted],
  }),
  wrongParameter.listed({
    label: 'days_out_of_order',
    when: '`from` is later than `to`.',
    example: ['to', notBefore('2027-01-31')],
  }),
]

/** Two days, either of which may be left out. */
export function readDays({ from, to }: Asked): Days<Temporal.PlainDate | null> {
  return inOrder({ from: readDay('from', from), until: readDay('to', to) })
}

/** Two days that are both required. */
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

/** A range that ends before it begins is a mistake of the caller, not an empty result. */
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
