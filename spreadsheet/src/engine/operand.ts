import type { AnyNumber, Value } from '../functions/index.ts'
import type { Argument, Expression, Frame, Run } from './frame.ts'

/**
 * An expression as its users read it: most are a constant or a value that stands in a slot, and
 * reading those costs no call. `Absent` is undefined for arguments that may be left out.
 */
export interface Operand<N extends AnyNumber, Absent = never> {
  /** The slot that holds the value, or -1. */
  readonly slot: number
  readonly constant: Value<N> | Absent
  /** Null for constants and slots. */
  readonly run: Run<N> | null
}

export function operandOf<N extends AnyNumber>(expression: Expression<N>): Operand<N> {
  if (expression.isConstant) return { slot: -1, constant: expression.value, run: null }
  const { slot, run } = expression
  return slot === undefined
    ? { slot: -1, constant: null, run }
    : { slot, constant: null, run: null }
}

export function argumentOf<N extends AnyNumber>(part: Argument<N>): Operand<N, undefined> {
  return part === undefined ? { slot: -1, constant: undefined, run: null } : operandOf(part)
}

export function read<N extends AnyNumber, Absent>(
  { slot, constant, run }: Operand<N, Absent>,
  frame: Frame<N>,
): Value<N> | Absent {
  if (slot >= 0) return frame.slots[slot] ?? null
  return run === null ? constant : run(frame)
}
