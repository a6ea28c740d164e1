import type { ArgumentList, Kind, RuleFamily, RuleSpec } from './rule-spec.ts'
import { sizeOf } from './values.ts'

const sized: readonly Kind[] = ['number', 'string', 'array']

/** Numbers by value, strings by length, arrays by count. */
export const boundRules = {
  min: bound(1, (size, least) => size >= least),
  max: bound(1, (size, most) => size <= most),
  size: bound(1, (size, exact) => size === exact),
  between: bound(2, (size, least, most) => size >= least && size <= most),
  digits: digitCount({ first: ['count'] }),
  digits_between: digitCount({ first: ['count', 'count'] }),
  divisible_without_remainder: {
    takes: ['number'],
    judges: 'content',
    arguments: { first: ['divisor'] },
    compile([divisor = '']) {
      const parts = Number(divisor)
      return { passes: (value) => typeof value === 'number' && isMultiple(value, parts) }
    },
  },
} satisfies RuleFamily

function bound(
  count: 1 | 2,
  holds: (size: number, first: number, second: number) => boolean,
): RuleSpec {
  return {
    takes: sized,
    judges: 'content',
    arguments: { first: count === 1 ? ['number'] : ['number', 'number'] },
    compile(args) {
      const first = Number(args[0])
      const second = Number(args[1])
      return { passes: (value) => holds(sizeOf(value), first, second) }
    },
  }
}

function digitCount(args: ArgumentList): RuleSpec {
  return {
    takes: ['string'],
    judges: 'content',
    arguments: args,
    compile([least = '', most = least]) {
      const fewest = Number(least)
      const greatest = Number(most)
      return {
        passes: (value) =>
          typeof value === 'string' &&
          value.length >= fewest &&
          value.length <= greatest &&
          /^\d*$/.test(value),
      }
    },
  }
}

/** Far below any difference an insurer means, far above the error of dividing decimals. */
const divisionTolerance = 1e-9

function isMultiple(value: number, divisor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0
  const times = value / divisor
  return Math.abs(times - Math.round(times)) < divisionTolerance
}
