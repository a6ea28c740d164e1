import type { Json } from './words/index.ts'
import { compareMoments, distanceFrom, momentIn, readPhrase } from './moments.ts'
import type { RuleFamily, RuleSite, RuleSpec, Scope } from './rule-spec.ts'
import { readYear, yearOf } from './years.ts'

/** Earlier and later on the product's clock, where a date is its midnight. */
export const dateRules = {
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
} satisfies RuleFamily

/** Above zero when the value is later, NaN, which no order admits, when one side is no date. */
type Distance = (value: string, scope: Scope) => number

function dateOrder(holds: (distance: number) => boolean): RuleSpec {
  return {
    takes: ['string'],
    judges: 'date',
    arguments: { first: ['date'] },
    compile([reference = ''], site) {
      const distance = measureFrom(reference, site)
      return {
        passes: (value, scope) => typeof value === 'string' && holds(distance(value, scope)),
        steps: (value) => (isDayText(value) ? 0 : stepsPerTimestamp),
      }
    },
  }
}

/** A time zone has to be asked for what its clocks show; days compare as numbers. */
const stepsPerTimestamp = 50

function isDayText(value: Json): boolean {
  return typeof value === 'string' && value.length === 10
}

function measureFrom(reference: string, site: RuleSite): Distance {
  const { timeZone } = site
  const phrase = readPhrase(reference)
  if (phrase !== null) {
    return (value, scope) => distanceFrom(phrase(scope.context.now), value, timeZone)
  }
  if (momentIn(timeZone, reference) !== null) {
    return (value) => compareMoments(value, reference, timeZone)
  }
  const readOther = site.refer(reference)
  return (value, scope) => {
    const other = readOther(scope)
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
  const readOther = site.refer(field)
  return (scope) => {
    const other = readOther(scope)
    return other === undefined ? Number.NaN : yearOf(other, site.timeZone)
  }
}
