import { isSameText } from './fold.ts'
import type { Kit } from './kit.ts'
import { isMatrix, Matrix, matrixCellsMax } from './matrix.ts'
import { type AnyNumber, notAvailable, type Scalar, type Value, wrongValue } from './value.ts'

/**
 * Applies a function of single values cell by cell. A single value, row or column stretches over
 * the others; where a larger array runs out, the cell is #N/A.
 */
export function broadcast<N extends AnyNumber>(
  values: readonly (Value<N> | undefined)[],
  call: (...cells: (Scalar<N> | undefined)[]) => Scalar<N>,
): Value<N> {
  let height = 1
  let width = 1
  for (const value of values) {
    if (!isMatrix(value)) continue
    height = Math.max(height, value.height)
    width = Math.max(width, value.width)
  }
  if (height * width > matrixCellsMax) return wrongValue
  const cells: Scalar<N>[] = []
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const taken: (Scalar<N> | undefined)[] = []
      let isOutside = false
      for (const value of values) {
        if (!isMatrix(value)) taken.push(value)
        else if (reaches(value, row, column)) taken.push(stretched(value, row, column))
        else isOutside = true
      }
      cells.push(isOutside ? notAvailable : call(...taken))
    }
  }
  return new Matrix(height, width, cells, sharedOrigin(values, height))
}

/** `broadcast` for two values, as operators need it most, without a list for each cell. */
export function broadcastTwo<N extends AnyNumber>(
  a: Value<N>,
  b: Value<N>,
  call: (x: Scalar<N>, y: Scalar<N>) => Scalar<N>,
): Value<N> {
  const quick = sameShape(a, b, call)
  if (quick !== null) return quick
  const left = isMatrix(a) ? a : new Matrix<N>(1, 1, [a])
  const right = isMatrix(b) ? b : new Matrix<N>(1, 1, [b])
  const height = Math.max(left.height, right.height)
  const width = Math.max(left.width, right.width)
  if (height * width > matrixCellsMax) return wrongValue
  const cells: Scalar<N>[] = []
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const isInside = reaches(left, row, column) && reaches(right, row, column)
      cells.push(
        isInside ? call(stretched(left, row, column), stretched(right, row, column)) : notAvailable,
      )
    }
  }
  return new Matrix<N>(height, width, cells, sharedOrigin([a, b], height))
}

/** An array with a single value, or with another of its shape, needs no stretching; else null. */
function sameShape<N extends AnyNumber>(
  a: Value<N>,
  b: Value<N>,
  call: (x: Scalar<N>, y: Scalar<N>) => Scalar<N>,
): Matrix<N> | null {
  const shape = isMatrix(a) ? a : isMatrix(b) ? b : null
  if (shape === null || shape.cells.length > matrixCellsMax) return null
  const { height, width } = shape
  if (isMatrix(a) && isMatrix(b) && (b.height !== height || b.width !== width)) return null
  // A copy to write over: an array that grows cell by cell is moved several times.
  const cells = shape.cells.slice()
  for (let at = 0; at < cells.length; at++) {
    const x = isMatrix(a) ? (a.cells[at] ?? null) : a
    const y = isMatrix(b) ? (b.cells[at] ?? null) : b
    cells[at] = call(x, y)
  }
  return new Matrix<N>(height, width, cells, sharedOrigin([a, b], height))
}

function reaches<N extends AnyNumber>(matrix: Matrix<N>, row: number, column: number): boolean {
  return (
    (matrix.height === 1 || row < matrix.height) && (matrix.width === 1 || column < matrix.width)
  )
}

/** The cell that a single value, row or column shows when it is stretched over an array. */
export function stretched<N extends AnyNumber>(
  matrix: Matrix<N>,
  row: number,
  column: number,
): Scalar<N> {
  return matrix.at(matrix.height === 1 ? 0 : row, matrix.width === 1 ? 0 : column)
}

/** Joined columns of one table still know the table's rows. */
function sharedOrigin<N extends AnyNumber>(
  values: readonly (Value<N> | undefined)[],
  height: number,
) {
  for (const value of values) {
    if (isMatrix(value) && value.height === height && value.origin) return value.origin
  }
  return null
}

/**
 * Which cells of a static range are the same as a text: found in its index instead of one by one.
 * Null where that would not do, as for the empty text, which blanks are as well.
 */
export function cellsSameAs<N extends AnyNumber>(
  kit: Kit<N>,
  range: Matrix<N>,
  text: Scalar<N>,
): Matrix<N> | null {
  if (!range.isStatic || typeof text !== 'string' || text === '') return null
  const index = range.index(kit)
  if (index.hasErrors) return null
  const cells = range.cells.slice().fill(false)
  for (const row of index.rowsOf(text)) {
    const cell = range.cells[row]
    cells[row] = typeof cell === 'string' && isSameText(cell, text)
  }
  return new Matrix<N>(range.height, range.width, cells, range.origin)
}
