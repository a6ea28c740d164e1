import { ofInteger } from '../decimal/index.ts'
import { asBoolean, asWhole } from './coerce.ts'
import type { Nearness } from './column-index.ts'
import { type Hits, matrix } from './definition.ts'
import { findRow } from './find-row.ts'
import { checkMatch, checkVlookup, checkXlookup } from './lookup-checks.ts'
import { Matrix } from './matrix.ts'
import {
  FormulaError,
  notAvailable,
  type Scalar,
  type Value,
  wrongReference,
  wrongValue,
} from './value.ts'

type Arguments = readonly (Value | undefined)[]

export const lookup = {
  VLOOKUP: matrix(vlookup, checkVlookup),
  HLOOKUP: matrix(hlookup),
  LOOKUP: matrix(([key, vector, results], hits) => {
    if (!(vector instanceof Matrix)) return wrongValue
    const keys = vector.isVector() ? vector : vector.column(0)
    const from = results ?? (vector.isVector() ? vector : vector.column(vector.width - 1))
    if (!(from instanceof Matrix)) return wrongValue
    return eachKey(key, (one) => {
      const row = findRow(keys, one, 'smaller', 'last')
      return row < 0 ? notAvailable : cellAt(from, row, hits)
    })
  }),
  XLOOKUP: matrix(xlookup, checkXlookup),
  MATCH: matrix(([key, vector, type], hits) => {
    const mode = single(type) === undefined ? 1 : asWhole(single(type))
    if (mode instanceof FormulaError) return mode
    const nearness = mode === 0 ? 'exact' : mode > 0 ? 'smaller' : 'larger'
    return position(key, vector, nearness, mode === 0 ? 'first' : 'last', hits)
  }, checkMatch),
  XMATCH: matrix(([key, vector, mode, search], hits) => {
    const nearness = nearnessOf(mode)
    const direction = asWhole(single(search) ?? ofInteger(1))
    if (nearness instanceof FormulaError) return nearness
    if (direction instanceof FormulaError) return direction
    return position(key, vector, nearness, direction < 0 ? 'last' : 'first', hits)
  }, checkXlookup),
  INDEX: matrix(index),
}

/**
 * The third argument is a column number, or, for a table, the column's name. With a number an
 * omitted fourth means approximate, as spreadsheets have it; with a name, which they do not
 * have, it means exact.
 */
function vlookup([key, table, column, approximate]: Arguments, hits: Hits): Value {
  if (!(table instanceof Matrix)) return wrongValue
  const isNear =
    approximate === undefined ? typeof single(column) !== 'string' : asBoolean(single(approximate))
  if (isNear instanceof FormulaError) return isNear
  const at = columnAt(table, single(column))
  if (at instanceof FormulaError) return at
  const keys = firstColumn(table)
  return eachKey(key, (one) => {
    const row = findRow(keys, one, isNear ? 'smaller' : 'exact', isNear ? 'last' : 'first')
    return row < 0 ? notAvailable : cellIn(table, row, at, hits)
  })
}

function hlookup([key, table, row, approximate]: Arguments): Value {
  if (!(table instanceof Matrix)) return wrongValue
  const isNear = approximate === undefined ? true : asBoolean(single(approximate))
  const at = asWhole(single(row))
  if (isNear instanceof FormulaError) return isNear
  if (at instanceof FormulaError) return at
  if (at < 1) return wrongValue
  if (at > table.height) return wrongReference
  return eachKey(key, (one) => {
    const column = findRow(
      table.row(0),
      one,
      isNear ? 'smaller' : 'exact',
      isNear ? 'last' : 'first',
    )
    return column < 0 ? notAvailable : table.at(at - 1, column)
  })
}

function xlookup([key, vector, results, missing, mode, search]: Arguments, hits: Hits): Value {
  if (!(vector instanceof Matrix) || !(results instanceof Matrix)) return wrongValue
  if (!vector.isVector()) return wrongValue
  const isColumn = vector.width === 1
  const size = isColumn ? results.height : results.width
  if (size !== vector.cells.length) return wrongValue
  const nearness = nearnessOf(mode)
  const direction = asWhole(single(search) ?? ofInteger(1))
  if (nearness instanceof FormulaError) return nearness
  if (direction instanceof FormulaError) return direction
  const find = (one: Scalar) => findRow(vector, one, nearness, direction < 0 ? 'last' : 'first')
  if (!(key instanceof Matrix) && !results.isVector()) {
    if (key instanceof FormulaError) return key
    const row = find(key ?? null)
    if (row < 0) return missing ?? notAvailable
    note(results, row, hits)
    return isColumn ? results.row(row) : results.column(row)
  }
  return eachKey(key, (one) => {
    const row = find(one)
    if (row < 0) return missing === undefined ? notAvailable : (single(missing) ?? null)
    return cellAt(results, row, hits)
  })
}

function index([source, row, column]: Arguments, hits: Hits): Value {
  if (source instanceof FormulaError) return source
  const matrix = source instanceof Matrix ? source : new Matrix(1, 1, [source ?? null])
  const first = asWhole(single(row))
  if (first instanceof FormulaError) return first
  // A single position counts along a vector, whichever way it lies.
  if (column === undefined && matrix.height === 1) return elementOf(matrix, 1, first, hits)
  if (column === undefined) return elementOf(matrix, first, matrix.width === 1 ? 1 : 0, hits)
  const name = single(column)
  const second = typeof name === 'string' ? columnAt(matrix, name) : asWhole(name)
  if (second instanceof FormulaError) return second
  return elementOf(matrix, first, typeof name === 'string' ? second + 1 : second, hits)
}

/** One-based; 0 stands for the whole row or column. */
function elementOf(matrix: Matrix, row: number, column: number, hits: Hits): Value {
  if (row < 0 || column < 0) return wrongValue
  if (row > matrix.height || column > matrix.width) return wrongReference
  if (row === 0 && column === 0) return matrix
  if (row === 0) return matrix.column(column - 1)
  note(matrix, row - 1, hits)
  return column === 0 ? matrix.row(row - 1) : matrix.at(row - 1, column - 1)
}

function position(
  key: Value | undefined,
  vector: Value | undefined,
  nearness: Nearness,
  tie: 'first' | 'last',
  hits: Hits,
): Value {
  if (!(vector instanceof Matrix)) return notAvailable
  if (!vector.isVector()) return notAvailable
  return eachKey(key, (one) => {
    const row = findRow(vector, one, nearness, tie)
    if (row < 0) return notAvailable
    note(vector, row, hits)
    return ofInteger(row + 1)
  })
}

/** Looks a key up, or each key of an array. An error as key is the answer. */
function eachKey(key: Value | undefined, find: (one: Scalar) => Scalar): Value {
  if (!(key instanceof Matrix)) return key instanceof FormulaError ? key : find(key ?? null)
  const cells = key.cells.map((cell) => (cell instanceof FormulaError ? cell : find(cell)))
  return new Matrix(key.height, key.width, cells)
}

/** The table's key column; static tables keep one, so that it is indexed once. */
function firstColumn(table: Matrix): Matrix {
  const known = firstColumns.get(table)
  if (known !== undefined) return known
  const column = table.column(0)
  column.isStatic = table.isStatic
  if (table.isStatic) firstColumns.set(table, column)
  return column
}

const firstColumns = new WeakMap<Matrix, Matrix>()

/** Zero-based position of a column given by number or name. */
function columnAt(table: Matrix, column: Scalar | undefined): number | FormulaError {
  if (typeof column === 'string' && table.headers !== null) {
    const at = table.headers.indexOf(column)
    return at < 0 ? wrongReference : at
  }
  const at = asWhole(column)
  if (at instanceof FormulaError) return at
  if (at < 1) return wrongValue
  return at > table.width ? wrongReference : at - 1
}

function nearnessOf(mode: Value | undefined): Nearness | FormulaError {
  const number = asWhole(single(mode))
  if (number instanceof FormulaError) return number
  if (number === 0) return 'exact'
  if (number === -1) return 'smaller'
  return number === 1 ? 'larger' : wrongValue
}

function single(value: Value | undefined): Scalar | undefined {
  return value instanceof Matrix ? value.at(0, 0) : value
}

function cellAt(vector: Matrix, row: number, hits: Hits): Scalar {
  note(vector, row, hits)
  return row < vector.cells.length ? (vector.cells[row] ?? null) : notAvailable
}

function cellIn(table: Matrix, row: number, column: number, hits: Hits): Scalar {
  note(table, row, hits)
  return table.at(row, column)
}

function note(matrix: Matrix, row: number, hits: Hits): void {
  if (hits.isTracing && matrix.origin !== null) hits.hit(matrix.origin, row)
}
