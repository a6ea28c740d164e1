import { ColumnIndex } from './column-index.ts'
import type { Scalar } from './value.ts'

/** Which table file the rows of a matrix come from, so that a trace can name the row. */
export interface RowOrigin {
  readonly file: string
  /** The line of the file for each row of the matrix. */
  readonly lines: readonly number[]
}

/** Results of array arithmetic may not be larger than this. */
export const matrixCellsMax = 1_000_000

/** A table, one of its columns, or an array constant: cells row by row. */
export class Matrix {
  readonly height: number
  readonly width: number
  readonly cells: readonly Scalar[]
  readonly origin: RowOrigin | null
  /** Column names, where the matrix is a table; VLOOKUP takes them instead of a number. */
  readonly headers: readonly string[] | null
  /** Set for matrices known when the file was compiled: only they are worth an index. */
  isStatic = false
  #index: ColumnIndex | null = null

  constructor(
    height: number,
    width: number,
    cells: readonly Scalar[],
    origin: RowOrigin | null = null,
    headers: readonly string[] | null = null,
  ) {
    this.height = height
    this.width = width
    this.cells = cells
    this.origin = origin
    this.headers = headers
  }

  /** The cell at zero-based row and column, blank outside. */
  at(row: number, column: number): Scalar {
    return this.cells[row * this.width + column] ?? null
  }

  isVector(): boolean {
    return this.width === 1 || this.height === 1
  }

  /** All cells of a static vector, indexed for lookups on first use. */
  index(): ColumnIndex {
    this.#index ??= new ColumnIndex(this.cells)
    return this.#index
  }

  column(column: number): Matrix {
    const cells = Array.from({ length: this.height }, (_, row) => this.at(row, column))
    return new Matrix(this.height, 1, cells, this.origin)
  }

  row(row: number): Matrix {
    return new Matrix(1, this.width, this.cells.slice(row * this.width, (row + 1) * this.width))
  }
}
