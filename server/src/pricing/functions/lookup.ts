import { type Arguments, type Hits, matrix } from './definition.ts'
import { elementOf } from './element.ts'
import type { Kit } from './kit.ts'
import { checkMatch, checkVlookup, checkXlookup } from './lookup-checks.ts'
import { bandsLast, exactFirst, find, type Way, wayOf } from './lookup-way.ts'
import { Matrix } from './matrix.ts'
import { cellAt, columnAt, note, single } from './table-cell.ts'
import {
  type AnyNumber,
  FormulaError,
  notAvailable,
  type Scalar,
  type Value,
  wrongReference,
  wrongValue,
} from './value.ts'

export function lookupFunctions<N extends AnyNumber>(kit: Kit<N>) {
  return {
    VLOOKUP: matrix<N>(
      (values, hits) => vlookup(kit, values, hits),
      (known) => checkVlookup(kit, known),
    ),
    HLOOKUP: matrix<N>((values, hits) => hlookup(kit, values, hits)),
    LOOKUP: matrix<N>((values, hits) => vectorLookup(kit, values, hits)),
    XLOOKUP: matrix<N>(
      (values, hits) => xlookup(kit, values, hits),
      (known) => checkXlookup(kit, known),
    ),
    MATCH: matrix<N>(
      ([key, vector, type], hits) => {
        const mode = single(type) === undefined ? 1 : kit.asWhole(single(type))
        if (mode instanceof FormulaError) return mode
        const way: Way =
          mode === 0 ? exactFirst : { nearness: mode > 0 ? 'smaller' : 'larger', tie: 'last' }
        return position(kit, key, vector, way, hits)
      },
      (known) => checkMatch(kit, known),
    ),
    XMATCH: matrix<N>(
      ([key, vector, mode, search], hits) => {
        const way = wayOf(kit, mode, search)
        return way instanceof FormulaError ? way : position(kit, key, vector, way, hits)
      },
      (known) => checkXlookup(kit, known),
    ),
    INDEX: matrix<N>((values, hits) => elementOf(kit, values, hits)),
  }
}

/**
 * The third argument is a column number, or, for a table, the column's name. With a number an
 * omitted fourth means approximate, as spreadsheets have it; with a name, which they do not
 * have, it means exact.
 */
function vlookup<N extends AnyNumber>(
  kit: Kit<N>,
  [key, table, column, approximate]: Arguments<N>,
  hits: Hits,
): Value<N> {
  if (!(table instanceof Matrix)) return wrongValue
  const isNear =
    approximate === undefined
      ? typeof single(column) !== 'string'
      : kit.asBoolean(single(approximate))
  if (isNear instanceof FormulaError) return isNear
  const at = columnAt(kit, table, single(column))
  if (at instanceof FormulaError) return at
  return eachKey(key, (one) => {
    const row = find(kit, table.firstColumn(), one, isNear ? bandsLast : exactFirst)
    if (row < 0) return notAvailable
    note(table, row, hits)
    return table.at(row, at)
  })
}

function hlookup<N extends AnyNumber>(
  kit: Kit<N>,
  [key, table, row, approximate]: Arguments<N>,
  hits: Hits,
): Value<N> {
  if (!(table instanceof Matrix)) return wrongValue
  const isNear = approximate === undefined ? true : kit.asBoolean(single(approximate))
  const at = kit.asWhole(single(row))
  if (isNear instanceof FormulaError) return isNear
  if (at instanceof FormulaError) return at
  if (at < 1) return wrongValue
  if (at > table.height) return wrongReference
  return eachKey(key, (one) => {
    const column = find(kit, table.firstRow(), one, isNear ? bandsLast : exactFirst)
    if (column < 0) return notAvailable
    note(table, at - 1, hits)
    return table.at(at - 1, column)
  })
}

function vectorLookup<N extends AnyNumber>(
  kit: Kit<N>,
  [key, vector, results]: Arguments<N>,
  hits: Hits,
): Value<N> {
  if (!(vector instanceof Matrix)) return wrongValue
  // A table is searched along its longer side, and answers from its far end.
  const isWide = !vector.isVector() && vector.width > vector.height
  const keys = vector.isVector() ? vector : isWide ? vector.firstRow() : vector.firstColumn()
  const from = results ?? farEnd(vector, isWide)
  if (!(from instanceof Matrix)) return wrongValue
  return eachKey(key, (one) => {
    const row = find(kit, keys, one, bandsLast)
    return row < 0 ? notAvailable : cellAt(from, row, hits)
  })
}

function farEnd<N extends AnyNumber>(vector: Matrix<N>, isWide: boolean): Matrix<N> {
  if (vector.isVector()) return vector
  return isWide ? vector.row(vector.height - 1) : vector.column(vector.width - 1)
}

function xlookup<N extends AnyNumber>(
  kit: Kit<N>,
  [key, vector, results, missing, mode, search]: Arguments<N>,
  hits: Hits,
): Value<N> {
  if (!(vector instanceof Matrix) || !(results instanceof Matrix)) return wrongValue
  if (!vector.isVector()) return wrongValue
  const isColumn = vector.width === 1
  const size = isColumn ? results.height : results.width
  if (size !== vector.cells.length) return wrongValue
  const way = wayOf(kit, mode, search)
  if (way instanceof FormulaError) return way
  if (!(key instanceof Matrix) && !results.isVector()) {
    if (key instanceof FormulaError) return key
    const row = find(kit, vector, key ?? null, way)
    if (row < 0) return missing ?? notAvailable
    note(results, row, hits)
    return isColumn ? results.row(row) : results.column(row)
  }
  return eachKey(key, (one) => {
    const row = find(kit, vector, one, way)
    if (row < 0) return missing === undefined ? notAvailable : (single(missing) ?? null)
    return cellAt(results, row, hits)
  })
}

function position<N extends AnyNumber>(
  kit: Kit<N>,
  key: Value<N> | undefined,
  vector: Value<N> | undefined,
  way: Way,
  hits: Hits,
): Value<N> {
  if (!(vector instanceof Matrix)) return notAvailable
  if (!vector.isVector()) return notAvailable
  return eachKey(key, (one) => {
    const row = find(kit, vector, one, way)
    if (row < 0) return notAvailable
    note(vector, row, hits)
    return kit.ofInteger(row + 1)
  })
}

/** Looks a key up, or each key of an array. An error as key is the answer. */
function eachKey<N extends AnyNumber>(
  key: Value<N> | undefined,
  findOne: (one: Scalar<N>) => Scalar<N>,
): Value<N> {
  if (!(key instanceof Matrix)) return key instanceof FormulaError ? key : findOne(key ?? null)
  const cells = key.cells.map((cell) => (cell instanceof FormulaError ? cell : findOne(cell)))
  return new Matrix<N>(key.height, key.width, cells)
}
