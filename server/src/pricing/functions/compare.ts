import { compare as compareNumbers, Decimal, isZero, zero } from '../decimal/index.ts'
import type { FormulaError, Scalar } from './value.ts'

/** Text without its case: how spreadsheets compare it. */
export function fold(text: string): string {
  return text.toLowerCase()
}

type Comparable = Exclude<Scalar, FormulaError>

export function areEqual(a: Comparable, b: Comparable): boolean {
  if (a instanceof Decimal) {
    if (b instanceof Decimal) return compareNumbers(a, b) === 0
    return b === null && isZero(a)
  }
  if (typeof a === 'string') {
    if (typeof b === 'string') return a === b || fold(a) === fold(b)
    return b === null && a === ''
  }
  if (a === null) return b === null || areEqual(b, a)
  return b === null ? !a : a === b
}

/** Numbers come before texts, texts before booleans; a blank is the zero of the other's type. */
export function compareValues(a: Comparable, b: Comparable): number {
  if (a === null && b === null) return 0
  const left = a ?? blankLike(b)
  const right = b ?? blankLike(a)
  if (left instanceof Decimal && right instanceof Decimal) return compareNumbers(left, right)
  if (typeof left === 'string' && typeof right === 'string') {
    const x = fold(left)
    const y = fold(right)
    return x < y ? -1 : x > y ? 1 : 0
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  return rank(left) - rank(right)
}

function blankLike(other: Comparable): Decimal | string | boolean {
  if (typeof other === 'string') return ''
  return typeof other === 'boolean' ? false : zero
}

function rank(value: Decimal | string | boolean): number {
  if (value instanceof Decimal) return 0
  return typeof value === 'string' ? 1 : 2
}
