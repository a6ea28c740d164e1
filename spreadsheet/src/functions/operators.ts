import type { Comparable, Kit } from './kit.ts'
import { type AnyNumber, isError, isNumber, type Scalar, withinTextLimit } from './value.ts'

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '^'
  | '&'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='

export type UnaryOperator = '+' | '-' | '%'

export interface Operators<N extends AnyNumber> {
  readonly binary: Record<BinaryOperator, (a: Scalar<N>, b: Scalar<N>) => Scalar<N>>
  readonly unary: Record<UnaryOperator, (value: Scalar<N>) => Scalar<N>>
}

/** The operators on single values. Errors pass through, the left one first. */
export function operatorsOf<N extends AnyNumber>(kit: Kit<N>): Operators<N> {
  const { asNumber, asText, areEqual, compareValues } = kit

  function arithmetic(operate: (a: N, b: N) => Scalar<N>) {
    return (a: Scalar<N>, b: Scalar<N>): Scalar<N> => {
      if (isNumber(a) && isNumber(b)) return operate(a, b)
      const left = asNumber(a)
      if (isError(left)) return left
      const right = asNumber(b)
      return isError(right) ? right : operate(left, right)
    }
  }

  function comparison(decide: (a: Comparable<N>, b: Comparable<N>) => boolean) {
    return (a: Scalar<N>, b: Scalar<N>): Scalar<N> => {
      if (isError(a)) return a
      if (isError(b)) return b
      return decide(a, b)
    }
  }

  return {
    binary: {
      '+': arithmetic(kit.add),
      '-': arithmetic(kit.subtract),
      '*': arithmetic(kit.multiply),
      '/': arithmetic(kit.divide),
      '^': arithmetic(kit.raise),
      '&': (a, b) => {
        const left = asText(a)
        if (isError(left)) return left
        const right = asText(b)
        return isError(right) ? right : withinTextLimit(left + right)
      },
      '=': comparison(areEqual),
      '<>': comparison((a, b) => !areEqual(a, b)),
      '<': comparison((a, b) => compareValues(a, b) < 0),
      '<=': comparison((a, b) => compareValues(a, b) <= 0),
      '>': comparison((a, b) => compareValues(a, b) > 0),
      '>=': comparison((a, b) => compareValues(a, b) >= 0),
    },
    unary: {
      '+': (value) => value,
      '-': (value) => {
        const number = asNumber(value)
        return isError(number) ? number : kit.negate(number)
      },
      '%': (value) => {
        const number = asNumber(value)
        return isError(number) ? number : kit.divide(number, kit.ofInteger(100))
      },
    },
  }
}
