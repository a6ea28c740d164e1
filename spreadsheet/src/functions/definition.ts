import type { RowOrigin } from './matrix.ts'
import type { AnyNumber, FormulaError, Scalar, Value } from './value.ts'

/** Where lookups leave the row they hit, when someone asked for a trace. */
export interface Hits {
  readonly isTracing: boolean
  hit(origin: RowOrigin, row: number): void
}

/** A function of single values. Given arrays it is applied cell by cell. */
export interface ScalarFunction<N extends AnyNumber> {
  readonly kind: 'scalar'
  /** True for ISERROR and its like; others never see an error, which passes through instead. */
  readonly seesErrors: boolean
  readonly call: (...values: (Scalar<N> | undefined)[]) => Scalar<N>
  /** For functions of two numbers: the function of the first number, once the second is known. */
  readonly withSecond?: (second: N) => (first: N) => Scalar<N>
}

/** A function that takes whole tables and columns. */
export interface MatrixFunction<N extends AnyNumber> {
  readonly kind: 'matrix'
  readonly call: (values: Arguments<N>, hits: Hits) => Value<N>
  /**
   * For functions that look a key up: prepares the other arguments once, ahead of all calculations,
   * where these arguments are constant.
   */
  readonly prepare?: (rest: Arguments<N>) => FindOne<N> | FormulaError
  /** Looks at the arguments known at compile time for sure mistakes. */
  readonly check?: (values: readonly KnownArgument<N>[]) => readonly ArgumentMistake[]
}

/** Looks one key up. The key is never an error value. */
export type FindOne<N extends AnyNumber> = (key: Scalar<N>, hits: Hits) => Value<N>

export type Arguments<N extends AnyNumber> = readonly (Value<N> | undefined)[]

/** Stands for an argument whose value is known only during a calculation. */
export const notKnown = Symbol('not known')

/** An argument at compile time: its constant value, left out (undefined), or not known. */
export type KnownArgument<N extends AnyNumber> = Value<N> | undefined | typeof notKnown

export interface ArgumentMistake {
  readonly message: string
  readonly fix: string
  /** The table row at fault, where there is one. */
  readonly origin?: RowOrigin
  readonly row?: number
  /** A row that no lookup will find: a mistake in a formula file, ordinary in a workbook. */
  readonly isHiddenRow?: true
}

export type FunctionDefinition<N extends AnyNumber> = ScalarFunction<N> | MatrixFunction<N>

export function scalar<N extends AnyNumber>(call: ScalarFunction<N>['call']): ScalarFunction<N> {
  return { kind: 'scalar', seesErrors: false, call }
}

export function inspecting<N extends AnyNumber>(
  call: ScalarFunction<N>['call'],
): ScalarFunction<N> {
  return { kind: 'scalar', seesErrors: true, call }
}

export function matrix<N extends AnyNumber>(
  call: MatrixFunction<N>['call'],
  check?: NonNullable<MatrixFunction<N>['check']>,
): MatrixFunction<N> {
  return check === undefined ? { kind: 'matrix', call } : { kind: 'matrix', call, check }
}
