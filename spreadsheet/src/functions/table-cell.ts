import type { Hits } from './definition.ts'
import type { Kit } from './kit.ts'
import { isMatrix, Matrix } from './matrix.ts'
import {
  type AnyNumber,
  FormulaError,
  isError,
  notAvailable,
  type Scalar,
  type Value,
  wrongReference,
  wrongValue,
} from './value.ts'

/** Zero-based position of a column given by number or name. */
export function columnAt<N extends AnyNumber>(
  kit: Kit<N>,
  table: Matrix<N>,
  column: Scalar<N> | undefined,
): number | FormulaError {
  if (typeof column === 'string' && table.headers !== null) {
    const at = table.headers.indexOf(column)
    return at < 0 ? wrongReference : at
  }
  const at = kit.asWhole(column)
  if (isError(at)) return at
  if (at < 1) return wrongValue
  return at > table.width ? wrongReference : at - 1
}

export function single<N extends AnyNumber>(value: Value<N> | undefined): Scalar<N> | undefined {
  return isMatrix(value) ? value.at(0, 0) : value
}

export function cellAt<N extends AnyNumber>(vector: Matrix<N>, row: number, hits: Hits): Scalar<N> {
  note(vector, row, hits)
  return row < vector.cells.length ? (vector.cells[row] ?? null) : notAvailable
}

export function note<N extends AnyNumber>(matrix: Matrix<N>, row: number, hits: Hits): void {
  if (hits.isTracing && matrix.origin !== null) hits.hit(matrix.origin, row)
}
