import {
  type AnyNumber,
  type BinaryOperator,
  broadcastTwo,
  cellsSameAs,
  isMatrix,
  type UnaryOperator,
  type Value,
} from '../functions/index.ts'
import { computed, type Expression, settled } from './frame.ts'
import { operandOf, read } from './operand.ts'
import type { Scope } from './scope.ts'

export function unary<N extends AnyNumber>(
  operator: UnaryOperator,
  operand: Expression<N>,
  { library }: Scope<N>,
): Expression<N> {
  const operate = library.operators.unary[operator]
  const apply = (value: Value<N>): Value<N> =>
    isMatrix(value) ? value.map(operate) : operate(value)
  if (operand.isConstant) return settled(apply(operand.value))
  const only = operandOf(operand)
  return computed((frame) => apply(read(only, frame)))
}

export function binary<N extends AnyNumber>(
  operator: BinaryOperator,
  left: Expression<N>,
  right: Expression<N>,
  { library, arithmetic }: Scope<N>,
): Expression<N> {
  const operate = library.operators.binary[operator]
  const { kit } = library
  const slow = (a: Value<N>, b: Value<N>): Value<N> => {
    if (!isMatrix(a) && !isMatrix(b)) return operate(a, b)
    const same = operator === '=' && isMatrix(a) && !isMatrix(b) ? cellsSameAs(kit, a, b) : null
    return same ?? broadcastTwo(a, b, operate)
  }
  if (left.isConstant && right.isConstant) return settled(slow(left.value, right.value))
  const first = operandOf(left)
  const second = operandOf(right)
  const own = arithmetic[operator]
  return computed(
    own === undefined
      ? (frame) => slow(read(first, frame), read(second, frame))
      : own(first, second, slow),
  )
}
