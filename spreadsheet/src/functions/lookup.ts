import {
  type ArgumentMistake,
  type Arguments,
  type FindOne,
  type Hits,
  type KnownArgument,
  matrix,
  type MatrixFunction,
} from './definition.ts'
import { elementOf } from './element.ts'
import type { Kit } from './kit.ts'
import { checkMatch, checkVlookup, checkXlookup } from './lookup-checks.ts'
import { bandsLast, exactFirst, find, type Way, wayOf } from './lookup-way.ts'
import { isMatrix, Matrix } from './matrix.ts'
import { cellAt, columnAt, note, single } from './table-cell.ts'
import {
  type AnyNumber,
  FormulaError,
  isError,
  notAvailable,
  type Value,
  wrongReference,
  wrongValue,
} from './value.ts'

export function lookupFunctions<N extends AnyNumber>(kit: Kit<N>) {
  type Check = (known: readonly KnownArgument<N>[]) => readonly ArgumentMistake[]
  const checkedX: Check = (known) => checkXlookup(kit, known)
  return {
    VLOOKUP: keyed<N>(
      (rest) => vlookup(kit, rest),
      (known) => checkVlookup(kit, known),
    ),
    HLOOKUP: keyed<N>((rest) => hlookup(kit, rest)),
    LOOKUP: keyed<N>((rest) => vectorLookup(kit, rest)),
    XLOOKUP: keyed<N>((rest) => xlookup(kit, rest), checkedX),
    MATCH: keyed<N>(
      ([vector, type]) => {
        const mode = single(type) === undefined ? 1 : kit.asWhole(single(type))
        if (isError(mode)) return mode
        const nearness = mode > 0 ? 'smaller' : 'larger'
        return position(kit, vector, mode === 0 ? exactFirst : { nearness, tie: 'last' })
      },
      (known) => checkMatch(kit, known),
    ),
    XMATCH: keyed<N>(([vector, mode, search]) => {
      const way = wayOf(kit, mode, search)
      return isError(way) ? way : position(kit, vector, way)
    }, checkedX),
    INDEX: matrix<N>((values, hits) => elementOf(kit, values, hits)),
  }
}

/** A function whose first argument is a key; of an array of keys each is looked up. */
function keyed<N extends AnyNumber>(
  prepare: NonNullable<MatrixFunction<N>['prepare']>,
  check: NonNullable<MatrixFunction<N>['check']> = () => [],
): MatrixFunction<N> {
  const call = ([key, ...rest]: Arguments<N>, hits: Hits): Value<N> => {
    if (isError(key)) return key
    const findOne = prepare(rest)
    if (isError(findOne)) return findOne
    if (!isMatrix(key)) return findOne(key ?? null, hits)
    const cells = key.cells.map((cell) =>
      isError(cell) ? cell : (single(findOne(cell, hits)) ?? null),
    )
    return new Matrix<N>(key.height, key.width, cells)
  }
  return { kind: 'matrix', call, prepare, check }
}

/**
 * The third argument is a column number, or, for a table, the column's name. Without a
 * fourth argument, a column number means an approximate match, as in spreadsheets, and a column name,
 * which spreadsheets do not know, means an exact match.
 */
function vlookup<N extends AnyNumber>(
  kit: Kit<N>,
  [table, column, approximate]: Arguments<N>,
): FindOne<N> | FormulaError {
  if (!isMatrix(table)) return wrongValue
  const isNear =
    approximate === undefined
      ? typeof single(column) !== 'string'
      : kit.asBoolean(single(approximate))
  if (isError(isNear)) return isNear
  const at = columnAt(kit, table, single(column))
  if (isError(at)) return at
  const keys = table.firstColumn()
  const way = isNear ? bandsLast : exactFirst
  return (key, hits) => {
    const row = find(kit, keys, key, way)
    if (row < 0) return notAvailable
    note(table, row, hits)
    return table.at(row, at)
  }
}

function hlookup<N extends AnyNumber>(
  kit: Kit<N>,
  [table, row, approximate]: Arguments<N>,
): FindOne<N> | FormulaError {
  if (!isMatrix(table)) return wrongValue
  const isNear = approximate === undefined ? true : kit.asBoolean(single(approximate))
  const at = kit.asWhole(single(row))
  if (isError(isNear)) return isNear
  if (isError(at)) return at
  if (at < 1) return wrongValue
  if (at > table.height) return wrongReference
  const keys = table.firstRow()
  const way = isNear ? bandsLast : exactFirst
  return (key, hits) => {
    const column = find(kit, keys, key, way)
    if (column < 0) return notAvailable
    note(table, at - 1, hits)
    return table.at(at - 1, column)
  }
}

function vectorLookup<N extends AnyNumber>(
  kit: Kit<N>,
  [vector, results]: Arguments<N>,
): FindOne<N> | FormulaError {
  if (!isMatrix(vector)) return wrongValue
  // A table is searched along its longer side, and answers from its far end.
  const isWide = !vector.isVector() && vector.width > vector.height
  const keys = vector.isVector() ? vector : isWide ? vector.firstRow() : vector.firstColumn()
  const from = results ?? farEnd(vector, isWide)
  if (!isMatrix(from)) return wrongValue
  return (key, hits) => {
    const row = find(kit, keys, key, bandsLast)
    return row < 0 ? notAvailable : cellAt(from, row, hits)
  }
}

function farEnd<N extends AnyNumber>(vector: Matrix<N>, isWide: boolean): Matrix<N> {
  if (vector.isVector()) return vector
  return isWide ? vector.row(vector.height - 1) : vector.column(vector.width - 1)
}

function xlookup<N extends AnyNumber>(
  kit: Kit<N>,
  [vector, results, missing, mode, search]: Arguments<N>,
): FindOne<N> | FormulaError {
  if (!isMatrix(vector) || !isMatrix(results)) return wrongValue
  if (!vector.isVector()) return wrongValue
  const isColumn = vector.width === 1
  if ((isColumn ? results.height : results.width) !== vector.cells.length) return wrongValue
  const way = wayOf(kit, mode, search)
  if (isError(way)) return way
  const otherwise = missing === undefined ? notAvailable : missing
  const isVector = results.isVector()
  return (key, hits) => {
    const row = find(kit, vector, key, way)
    if (row < 0) return otherwise
    if (isVector) return cellAt(results, row, hits)
    note(results, row, hits)
    return isColumn ? results.row(row) : results.column(row)
  }
}

function position<N extends AnyNumber>(
  kit: Kit<N>,
  vector: Value<N> | undefined,
  way: Way,
): FindOne<N> | FormulaError {
  if (!isMatrix(vector) || !vector.isVector()) return notAvailable
  return (key, hits) => {
    const row = find(kit, vector, key, way)
    if (row < 0) return notAvailable
    note(vector, row, hits)
    return kit.ofInteger(row + 1)
  }
}
