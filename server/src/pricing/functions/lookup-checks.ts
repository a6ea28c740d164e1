import { Decimal, toDouble } from '../decimal/index.ts'
import { nearest } from '../grammar/nearest.ts'
import { asBoolean } from './coerce.ts'
import { compareValues } from './compare.ts'
import { type ArgumentMistake, type KnownArgument, notKnown } from './definition.ts'
import { Matrix } from './matrix.ts'
import { FormulaError, type Scalar } from './value.ts'

type Arguments = readonly KnownArgument[]

/** A named column must exist; the key column must suit the way it is searched. */
export function checkVlookup([, table, column, approximate]: Arguments): ArgumentMistake[] {
  if (!(table instanceof Matrix)) return []
  const mistakes = checkColumn(table, column)
  const keys = table.column(0)
  if (approximate === notKnown) return mistakes
  if (approximate === undefined) {
    if (column === notKnown || column === undefined) return mistakes
    return [...mistakes, ...checkKeys(keys, typeof column !== 'string')]
  }
  const isNear = approximate instanceof Matrix ? undefined : asBoolean(approximate)
  return typeof isNear === 'boolean' ? [...mistakes, ...checkKeys(keys, isNear)] : mistakes
}

export function checkMatch([, vector, type]: Arguments): ArgumentMistake[] {
  if (!(vector instanceof Matrix)) return []
  if (type === undefined) return checkAscending(vector)
  if (!(type instanceof Decimal)) return []
  const mode = toDouble(type)
  if (mode === 0) return checkUnique(vector)
  return mode > 0 ? checkAscending(vector) : []
}

/** XLOOKUP and XMATCH sort for themselves; only repeated keys would hide a row. */
export function checkXlookup([, vector]: Arguments): ArgumentMistake[] {
  return vector instanceof Matrix && vector.isVector() ? checkUnique(vector) : []
}

function checkKeys(keys: Matrix, isNear: boolean): ArgumentMistake[] {
  return isNear ? checkAscending(keys) : checkUnique(keys)
}

function checkColumn(table: Matrix, column: KnownArgument): ArgumentMistake[] {
  if (typeof column === 'string' && table.headers !== null && !table.headers.includes(column)) {
    return [
      {
        message: `There is no column "${column}" in the table.`,
        mend: nearest(column, table.headers) ?? `Its columns are ${table.headers.join(', ')}.`,
      },
    ]
  }
  if (column instanceof Decimal && (toDouble(column) < 1 || toDouble(column) >= table.width + 1)) {
    return [
      {
        message: `The table has no column number ${toDouble(column)}.`,
        mend: `Use a number from 1 to ${table.width}, or a column name in quotes.`,
      },
    ]
  }
  return []
}

function checkUnique(vector: Matrix): ArgumentMistake[] {
  const repeat = vector.index().firstRepeat()
  if (repeat === null) return []
  const [first, second] = repeat
  const line = vector.origin?.lines[first]
  const message =
    line === undefined
      ? 'The column searched for an exact match holds the same key twice.'
      : `The key is the same as in row ${line}, so this row would never be found.`
  return [{ message, mend: 'Make the keys unique.', ...place(vector, second) }]
}

function checkAscending(vector: Matrix): ArgumentMistake[] {
  let before: Exclude<Scalar, FormulaError> = null
  for (const [row, cell] of vector.cells.entries()) {
    if (cell === null || cell instanceof FormulaError) continue
    if (before !== null && compareValues(before, cell) > 0) {
      return [
        {
          message: 'The column searched for an approximate match is not in ascending order here.',
          mend: 'Sort the rows by that column, or ask for an exact match.',
          ...place(vector, row),
        },
      ]
    }
    before = cell
  }
  return []
}

function place(vector: Matrix, row: number): Pick<ArgumentMistake, 'origin' | 'row'> {
  return vector.origin === null ? {} : { origin: vector.origin, row }
}
