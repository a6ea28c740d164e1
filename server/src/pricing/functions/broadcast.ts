import { Matrix, matrixCellsMax } from './matrix.ts'
import { notAvailable, type Scalar, type Value, wrongValue } from './value.ts'

/**
 * Applies a function of single values cell by cell. A single value, row or column stretches over
 * the others; where a larger array runs out, the cell is #N/A.
 */
export function broadcast(
  values: readonly (Value | undefined)[],
  call: (...cells: (Scalar | undefined)[]) => Scalar,
): Value {
  let height = 1
  let width = 1
  for (const value of values) {
    if (!(value instanceof Matrix)) continue
    height = Math.max(height, value.height)
    width = Math.max(width, value.width)
  }
  if (height * width > matrixCellsMax) return wrongValue
  const cells: Scalar[] = []
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const taken: (Scalar | undefined)[] = []
      let isOutside = false
      for (const value of values) {
        if (!(value instanceof Matrix)) taken.push(value)
        else if (reaches(value, row, column)) taken.push(stretched(value, row, column))
        else isOutside = true
      }
      cells.push(isOutside ? notAvailable : call(...taken))
    }
  }
  return new Matrix(height, width, cells, sharedOrigin(values, height))
}

function reaches(matrix: Matrix, row: number, column: number): boolean {
  return (
    (matrix.height === 1 || row < matrix.height) && (matrix.width === 1 || column < matrix.width)
  )
}

function stretched(matrix: Matrix, row: number, column: number): Scalar {
  return matrix.at(matrix.height === 1 ? 0 : row, matrix.width === 1 ? 0 : column)
}

/** Joined columns of one table still know the table's rows. */
function sharedOrigin(values: readonly (Value | undefined)[], height: number) {
  for (const value of values) {
    if (value instanceof Matrix && value.height === height && value.origin) return value.origin
  }
  return null
}
