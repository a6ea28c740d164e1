import type { RowOrigin } from './matrix.ts'
import type { Scalar, Value } from './value.ts'

/** Where lookups leave the row they hit, when someone asked for a trace. */
export interface Hits {
  readonly isTracing: boolean
  hit(origin: RowOrigin, row: number): void
}

/** A function of single values. Given arrays it is applied cell by cell. */
export interface ScalarFunction {
  readonly kind: 'scalar'
  /** True for ISERROR and its like; others never see an error, which passes through instead. */
  readonly seesErrors: boolean
  readonly call: (...values: (Scalar | undefined)[]) => Scalar
}

/** A function that takes whole tables and columns. */
export interface MatrixFunction {
  readonly kind: 'matrix'
  readonly call: (values: readonly (Value | undefined)[], hits: Hits) => Value
  /** Looks at the arguments known at compile time for sure mistakes. */
  readonly check?: (values: readonly KnownArgument[]) => readonly ArgumentMistake[]
}

/** Stands for an argument whose value only a quote will bring. */
export const notKnown = Symbol('not known')

/** An argument at compile time: its constant value, left out (undefined), or not known. */
export type KnownArgument = Value | undefined | typeof notKnown

export interface ArgumentMistake {
  readonly message: string
  readonly mend: string
  /** The table row at fault, where there is one. */
  readonly origin?: RowOrigin
  readonly row?: number
}

export type FunctionDefinition = ScalarFunction | MatrixFunction

export function scalar(call: ScalarFunction['call']): ScalarFunction {
  return { kind: 'scalar', seesErrors: false, call }
}

export function inspecting(call: ScalarFunction['call']): ScalarFunction {
  return { kind: 'scalar', seesErrors: true, call }
}

export function matrix(
  call: MatrixFunction['call'],
  check?: NonNullable<MatrixFunction['check']>,
): MatrixFunction {
  return check === undefined ? { kind: 'matrix', call } : { kind: 'matrix', call, check }
}
