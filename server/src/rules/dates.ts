import type { Json } from '../kernel/index.ts'
import { compareMoments, dayIn, isTimestamp, readDayPhrase } from './moments.ts'
import type { RuleFamily, RuleSite, RuleSpec, Scope } from './rule-spec.ts'
import { valueAt } from './walk.ts'
import { readYear, yearOf } from './years.ts'

/** Earlier and later, by days of the product's time zone. */
export const dateRules: RuleFamily = {
  after: dateOrder((distance) => distance > 0),
  after_or_equal: dateOrder((distance) => distance >= 0),
  before: dateOrder((distance) => distance < 0),
  before_or_equal: dateOrder((distance) => distance <= 0),
  year: {
    takes: ['string', 'number'],
    judges: 'date',
    arguments: { first: ['operator', 'year'] },
    compile([operator = '', reference = ''], site) {
      const holds = operators[operator] ?? (() => false)
      const read = readYear(reference) ?? yearOfField(reference, site)
      return { passes: (value, scope) => holds(yearOf(value, site.timeZone), read(scope)) }
    },
  },
}

/** Above zero when the value is later, NaN, which no order admits, when one side is no date. */
type Distance = (value: string, scope: Scope) => number

function dateOrder(holds: (distance: number) => boolean): RuleSpec {
  return {
    takes: ['string'],
    judges: 'date',
    arguments: { first: ['date'] },
    compile([reference = ''], site) {
      const distance = distanceFrom(reference, site)
      return {
        passes: (value, scope) => typeof value === 'string' && holds(distance(value, scope)),
      }
    },
  }
}

function distanceFrom(reference: string, site: RuleSite): Distance {
  const { timeZone } = site
  const phrase = readDayPhrase(reference)
  if (phrase !== null) {
    return (value, scope) => dayIn(timeZone, value) - phrase(scope.context.today)
  }
  if (isTimestamp(reference)) return (value) => compareMoments(value, reference, timeZone)
  const day = dayIn(timeZone, reference)
  if (!Number.isNaN(day)) return (value) => dayIn(timeZone, value) - day

  const location = site.refer(reference)
  return (value, scope) => {
    const other = valueAt(location, scope)
    return typeof other === 'string' ? compareMoments(value, other, timeZone) : Number.NaN
  }
}

export const operators: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '=': (one, other) => one === other,
  '!=': (one, other) => one < other || one > other,
}

function yearOfField(field: string, site: RuleSite): (scope: Scope) => number {
  const location = site.refer(field)
  return (scope) => {
    const other: Json | undefined = valueAt(location, scope)
    return other === undefined ? Number.NaN : yearOf(other, site.timeZone)
  }
}
