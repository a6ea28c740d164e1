import type { Decimal } from '../decimal/index.ts'
import { asNumber } from './coerce.ts'
import { scalar, type ScalarFunction } from './definition.ts'
import { FormulaError, type Scalar } from './value.ts'

/** A function of one number. */
export function ofOne(call: (x: Decimal) => Scalar): ScalarFunction {
  return scalar((a) => {
    const x = asNumber(a)
    return x instanceof FormulaError ? x : call(x)
  })
}

/** A function of two numbers; `otherwise` stands for a second that was left out. */
export function ofTwo(
  call: (x: Decimal, y: Decimal) => Scalar,
  otherwise?: Decimal,
): ScalarFunction {
  return scalar((a, b) => {
    const x = asNumber(a)
    if (x instanceof FormulaError) return x
    const y = b === undefined && otherwise !== undefined ? otherwise : asNumber(b)
    return y instanceof FormulaError ? y : call(x, y)
  })
}
