import type { Arguments, Hits } from './definition.ts'
import type { Kit } from './kit.ts'
import { isMatrix, Matrix } from './matrix.ts'
import { columnAt, note, single } from './table-cell.ts'
import { type AnyNumber, isError, type Value, wrongReference, wrongValue } from './value.ts'

/** INDEX(source, row, [column]). */
export function elementOf<N extends AnyNumber>(
  kit: Kit<N>,
  [source, row, column]: Arguments<N>,
  hits: Hits,
): Value<N> {
  if (isError(source)) return source
  const matrix = isMatrix(source) ? source : new Matrix<N>(1, 1, [source ?? null])
  const first = kit.asWhole(single(row))
  if (isError(first)) return first
  // A single position counts along a vector, whichever way it lies.
  if (column === undefined && matrix.height === 1) return pick(matrix, 1, first, hits)
  if (column === undefined) return pick(matrix, first, matrix.width === 1 ? 1 : 0, hits)
  const name = single(column)
  if (typeof name === 'string' && matrix.headers !== null) {
    const at = columnAt(kit, matrix, name)
    return isError(at) ? at : pick(matrix, first, at + 1, hits)
  }
  const second = kit.asWhole(name)
  return isError(second) ? second : pick(matrix, first, second, hits)
}

/** One-based; 0 stands for the whole row or column. */
function pick<N extends AnyNumber>(
  matrix: Matrix<N>,
  row: number,
  column: number,
  hits: Hits,
): Value<N> {
  if (row < 0 || column < 0) return wrongValue
  if (row > matrix.height || column > matrix.width) return wrongReference
  if (row === 0 && column === 0) return matrix
  if (row === 0) return matrix.column(column - 1)
  note(matrix, row - 1, hits)
  return column === 0 ? matrix.row(row - 1) : matrix.at(row - 1, column - 1)
}
