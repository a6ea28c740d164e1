import type { ReferenceIdentifier } from '@borgar/fx'
import type { Problem } from '@bindery/rules/words'
import type { AnyNumber, BinaryOperator, Library, Value } from '../functions/index.ts'
import type { Expression, Run } from './frame.ts'
import type { Operand } from './operand.ts'

/**
 * How a part of a formula is used: as one value, as a whole range, or as an array, where the
 * arithmetic inside is done cell by cell. Only workbooks make a difference.
 */
export type Use = 'value' | 'range' | 'array'

/** The context in which one formula is compiled, and the list that collects its problems. */
export interface Scope<N extends AnyNumber> {
  readonly file: string
  readonly place: string
  readonly problems: Problem[]
  readonly library: Library<N>
  readonly arithmetic: Arithmetic<N>
  readonly words: Words
  /** The names that LET has made so far. */
  readonly locals: ReadonlyMap<string, Expression<N>>
  /** How names are compared: spreadsheets ignore their case. */
  readonly nameKey: (name: string) => string
  /** Reserves a slot for a LET name. */
  readonly newSlot: () => number
  /**
   * The value of a name, cell, range or part of a table; reports a reference that leads nowhere. With
   * a model, the range begins at the reference and has the size of the model.
   */
  readonly reference: (
    node: ReferenceIdentifier,
    use: Use,
    model?: ReferenceIdentifier,
  ) => Expression<N>
}

/**
 * Operators whose closures an engine writes itself, so that each stays with its own kind of number
 * and the machine can inline it; `slow` does the same for values of every kind.
 */
export type Arithmetic<N extends AnyNumber> = Partial<
  Record<
    BinaryOperator,
    (first: Operand<N>, second: Operand<N>, slow: (a: Value<N>, b: Value<N>) => Value<N>) => Run<N>
  >
>

/** The words of messages that differ from one language of formulas to another. */
export interface Words {
  /** The parts that a long formula may be split into: `steps` or `cells`. */
  readonly parts: string
  /** Functions that are refused, each with its replacement. */
  readonly refused: ReadonlyMap<string, string>
  /** Where the refused functions are not available: `in pricing`. */
  readonly where: string
  readonly guide: string
  /** Message and fix for operators that make ranges out of ranges. */
  readonly rangeOperators: Readonly<Record<':' | ' ' | ',', { message: string; fix: string }>>
  /** The fix for `@` and `#` where they have no meaning. */
  readonly strangeSign: string
  /** Rows that a lookup would never find are mistakes in a formula file. */
  readonly refusesHiddenRows: boolean
}

/** Reports a mistake once, however often the formula makes it. */
export function report<N extends AnyNumber>(scope: Scope<N>, message: string, fix: string): void {
  const isKnown = scope.problems.some(
    (problem) => problem.place === scope.place && problem.message === message,
  )
  if (isKnown) return
  scope.problems.push({ file: scope.file, place: scope.place, message, fix })
}
