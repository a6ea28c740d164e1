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

/** What compiling one formula needs to know, and where it leaves what it finds. */
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
   * What a name, cell, range or table's part stands for; reports what stands for nothing. Cells
   * that are sized like a model begin where they are said to and are as many as the model's.
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
  /** `steps` or `cells`: what a long formula may be split into. */
  readonly parts: string
  /** Functions that are refused, each with what to do instead. */
  readonly refused: ReadonlyMap<string, string>
  /** Where they are not available: `in pricing`. */
  readonly where: string
  readonly guide: string
  /** What to do about operators that make ranges out of ranges. */
  readonly rangeOperators: Readonly<Record<':' | ' ' | ',', { message: string; fix: string }>>
  /** What to do about `@` and `#`, where they mean nothing. */
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
