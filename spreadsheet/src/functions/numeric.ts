import { scalar, type ScalarFunction } from './definition.ts'
import type { Kit } from './kit.ts'
import { type AnyNumber, isError, isNumber, type Scalar } from './value.ts'

/** A function of one number. */
export function ofOne<N extends AnyNumber>(
  { asNumber }: Kit<N>,
  call: (x: N) => Scalar<N>,
): ScalarFunction<N> {
  return scalar((a) => {
    if (isNumber(a)) return call(a)
    const x = asNumber(a)
    return isError(x) ? x : call(x)
  })
}

/** A function of two numbers; `otherwise` stands for a second that was left out. */
export function ofTwo<N extends AnyNumber>(
  { asNumber }: Kit<N>,
  call: (x: N, y: N) => Scalar<N>,
  otherwise?: N,
): ScalarFunction<N> {
  return scalar((a, b) => {
    if (isNumber(a) && isNumber(b)) return call(a, b)
    const x = asNumber(a)
    if (isError(x)) return x
    const y = b === undefined && otherwise !== undefined ? otherwise : asNumber(b)
    return isError(y) ? y : call(x, y)
  })
}
