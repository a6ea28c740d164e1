import { namedDays, isDay, readDistance } from '../moments.ts'
import { isNumber } from '../number-text.ts'
import { longDays } from './long-day.ts'

/** Longer lists are not read out. */
const listedValuesMax = 12
const listLengthMax = 200
/** Languages are the products', so there are few; a bound all the same. */
const languagesKeptMax = 50

/** What a date is compared with: `today` or a field, a day, or a stretch of time from now. */
export interface Limit {
  readonly is: 'word' | 'day' | 'past' | 'future'
  readonly text: string
}

/** Numbers, lists and dates as a language writes them. */
export interface Words {
  /** A number in the digits of the language; the name of a field as it is. */
  number(argument: string): string
  /** `a, b or c`; null where it would be too long to read. */
  list(values: readonly string[]): string | null
  limit(argument: string): Limit
  year(argument: string): string
}

const kept = new Map<string, Words>()

/** Making them takes long, so they are kept. */
export function wordsOf(language: string): Words {
  let words = kept.get(language)
  if (words === undefined) {
    if (kept.size >= languagesKeptMax) kept.clear()
    words = makeWords(language)
    kept.set(language, words)
  }
  return words
}

function makeWords(language: string): Words {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 20 })
  const lists = new Intl.ListFormat(language, { type: 'disjunction' })
  const day = longDays(language)
  const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const formats = new Map<string, Intl.NumberFormat>()
  const duration = (amount: number, unit: string) => {
    const style = { style: 'unit', unit, unitDisplay: 'long' } as const
    return formats
      .getOrInsertComputed(unit, () => new Intl.NumberFormat(language, style))
      .format(amount)
  }

  return {
    number: (argument) => (isNumber(argument) ? numbers.format(Number(argument)) : argument),
    list(values) {
      // Thousands of values may be allowed, and as many fields may fail over them.
      if (values.length > listedValuesMax) return null
      const length = values.reduce((sum, value) => sum + value.length, 0)
      return length > listLengthMax ? null : lists.format(values)
    },
    limit(argument) {
      const distance = readDistance(argument)
      if (distance !== null) {
        const is = distance.amount < 0 ? 'past' : 'future'
        return { is, text: duration(Math.abs(distance.amount), distance.unit) }
      }
      const named = Object.hasOwn(namedDays, argument) ? namedDays[argument] : undefined
      if (named !== undefined) return { is: 'word', text: near.format(named, 'day') }
      if (isDay(argument)) return { is: 'day', text: day(new Date(argument)) }
      return { is: 'word', text: argument }
    },
    year(argument) {
      if (argument === 'this year') return near.format(0, 'year')
      const distance = readDistance(argument)
      return distance?.unit === 'year' ? near.format(distance.amount, 'year') : argument
    },
  }
}
