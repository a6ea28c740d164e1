import { ColumnIndex } from './column-index.ts'
import type { Kit } from './kit.ts'
import type { AnyNumber, Scalar, Value } from './value.ts'

/** Where the rows of a matrix stand, so that a trace or a problem can name one. */
export interface RowOrigin {
  readonly file: string
  /** The place inside the file: `row 12`, `Rates!A17`. */
  readonly placeOf: (row: number) => string | undefined
  /** The place with its file where that is not the file with the formulas: `tables/rates.csv row 12`. */
  readonly nameOf: (row: number) => string | undefined
}

/** Results of array arithmetic may not be larger than this. */
export const matrixCellsMax = 1_000_000

/** A table, one of its columns, a range of cells or an array constant: cells row by row. */
export class Matrix<N extends AnyNumber> {
  readonly height: number
  readonly width: number
  readonly cells: readonly Scalar<N>[]
  readonly origin: RowOrigin | null
  /** Column names, where the matrix is a table; VLOOKUP takes them instead of a number. */
  readonly headers: readonly string[] | null
  /** Set for matrices known when the file was compiled: only they are worth an index. */
  isStatic = false
  #index: ColumnIndex<N> | null = null
  #firstColumn: Matrix<N> | null = null
  #firstRow: Matrix<N> | null = null

  constructor(
    height: number,
    width: number,
    cells: readonly Scalar<N>[],
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
  at(row: number, column: number): Scalar<N> {
    return this.cells[row * this.width + column] ?? null
  }

  isVector(): boolean {
    return this.width === 1 || this.height === 1
  }

  /** All cells of a static vector, indexed for lookups on first use. */
  index(kit: Kit<N>): ColumnIndex<N> {
    this.#index ??= new ColumnIndex(kit, this.cells)
    return this.#index
  }

  column(column: number): Matrix<N> {
    const cells = Array.from({ length: this.height }, (_, row) => this.at(row, column))
    return new Matrix(this.height, 1, cells, this.origin)
  }

  row(row: number): Matrix<N> {
    return new Matrix(1, this.width, this.cells.slice(row * this.width, (row + 1) * this.width))
  }

  map(call: (cell: Scalar<N>) => Scalar<N>): Matrix<N> {
    return new Matrix(this.height, this.width, this.cells.map(call), this.origin)
  }

  /** The key column, kept, so that a static table's is indexed once. */
  firstColumn(): Matrix<N> {
    this.#firstColumn ??= this.#alike(this.column(0))
    return this.#firstColumn
  }

  firstRow(): Matrix<N> {
    this.#firstRow ??= this.#alike(this.row(0))
    return this.#firstRow
  }

  #alike(part: Matrix<N>): Matrix<N> {
    part.isStatic = this.isStatic
    return part
  }
}

export function isMatrix<N extends AnyNumber>(value: Value<N> | undefined): value is Matrix<N> {
  return typeof value === 'object' && value instanceof Matrix
}
