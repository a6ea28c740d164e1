import {
  add,
  compare,
  Decimal,
  divide,
  isZero,
  multiply,
  outOfRange,
  subtract,
  toText,
} from '../decimal/index.ts'
import { textCharactersMax, type Value } from '../functions/index.ts'
import type { Run } from './frame.ts'
import { type Operand, read } from './operand.ts'
import type { Arithmetic } from './scope.ts'

type Slow = (a: Value<Decimal>, b: Value<Decimal>) => Value<Decimal>

/** Sums, products and comparisons, the bulk of any calculation, without a detour for other values. */
export const decimalArithmetic: Arithmetic<Decimal> = {
  '+': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    if (!(a instanceof Decimal && b instanceof Decimal)) return slow(a, b)
    const sum = add(a, b)
    return sum === outOfRange ? slow(a, b) : sum
  },
  '-': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    if (!(a instanceof Decimal && b instanceof Decimal)) return slow(a, b)
    const difference = subtract(a, b)
    return difference === outOfRange ? slow(a, b) : difference
  },
  '*': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    if (!(a instanceof Decimal && b instanceof Decimal)) return slow(a, b)
    const product = multiply(a, b)
    return product === outOfRange ? slow(a, b) : product
  },
  '/': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    if (!(a instanceof Decimal && b instanceof Decimal) || isZero(b)) return slow(a, b)
    const quotient = divide(a, b)
    return quotient === outOfRange ? slow(a, b) : quotient
  },
  '=': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    return typeof a === 'string' && a === b ? true : slow(a, b)
  },
  '&': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    const left = a instanceof Decimal ? toText(a) : a
    const right = b instanceof Decimal ? toText(b) : b
    if (typeof left !== 'string' || typeof right !== 'string') return slow(a, b)
    return left.length + right.length > textCharactersMax ? slow(a, b) : left + right
  },
  '<': comparing((order) => order < 0),
  '<=': comparing((order) => order <= 0),
  '>': comparing((order) => order > 0),
  '>=': comparing((order) => order >= 0),
}

function comparing(decide: (order: number) => boolean) {
  return (first: Operand<Decimal>, second: Operand<Decimal>, slow: Slow): Run<Decimal> =>
    (frame) => {
      const a = read(first, frame)
      const b = read(second, frame)
      return a instanceof Decimal && b instanceof Decimal ? decide(compare(a, b)) : slow(a, b)
    }
}
