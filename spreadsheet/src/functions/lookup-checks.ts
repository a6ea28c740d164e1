import { didYouMean } from '@bindery/rules/words'
import { type ArgumentMistake, type KnownArgument, notKnown } from './definition.ts'
import type { Kit } from './kit.ts'
import { Matrix } from './matrix.ts'
import { type AnyNumber, isError, isNumber } from './value.ts'

type Known<N extends AnyNumber> = readonly KnownArgument<N>[]

/** A named column must exist; the key column must suit the way it is searched. */
export function checkVlookup<N extends AnyNumber>(
  kit: Kit<N>,
  [, table, column, approximate]: Known<N>,
): ArgumentMistake[] {
  if (!(table instanceof Matrix)) return []
  const mistakes = checkColumn(kit, table, column)
  if (approximate === notKnown) return mistakes
  const keys = table.firstColumn()
  if (approximate === undefined) {
    if (column === notKnown || column === undefined) return mistakes
    return [...mistakes, ...checkKeys(kit, keys, typeof column !== 'string')]
  }
  const isNear = approximate instanceof Matrix ? undefined : kit.asBoolean(approximate)
  return typeof isNear === 'boolean' ? [...mistakes, ...checkKeys(kit, keys, isNear)] : mistakes
}

export function checkMatch<N extends AnyNumber>(
  kit: Kit<N>,
  [, vector, type]: Known<N>,
): ArgumentMistake[] {
  if (!(vector instanceof Matrix)) return []
  if (type === undefined) return checkOrder(kit, vector, 'ascending')
  if (type === notKnown || !isNumber(type)) return []
  const mode = kit.toDouble(type)
  if (mode === 0) return checkUnique(kit, vector)
  return checkOrder(kit, vector, mode > 0 ? 'ascending' : 'descending')
}

/** XLOOKUP and XMATCH sort for themselves; only repeated keys would hide a row. */
export function checkXlookup<N extends AnyNumber>(
  kit: Kit<N>,
  [, vector]: Known<N>,
): ArgumentMistake[] {
  return vector instanceof Matrix && vector.isVector() ? checkUnique(kit, vector) : []
}

function checkKeys<N extends AnyNumber>(
  kit: Kit<N>,
  keys: Matrix<N>,
  isNear: boolean,
): ArgumentMistake[] {
  return isNear ? checkOrder(kit, keys, 'ascending') : checkUnique(kit, keys)
}

function checkColumn<N extends AnyNumber>(
  kit: Kit<N>,
  table: Matrix<N>,
  column: KnownArgument<N>,
): ArgumentMistake[] {
  if (typeof column === 'string' && table.headers !== null && !table.headers.includes(column)) {
    return [
      {
        message: `There is no column "${column}" in the table.`,
        fix: didYouMean(column, table.headers) ?? `Its columns are ${table.headers.join(', ')}.`,
      },
    ]
  }
  if (column === notKnown || !isNumber(column)) return []
  const at = kit.toDouble(column)
  if (at >= 1 && at < table.width + 1) return []
  const orName = table.headers === null ? '' : ', or a column name in quotes'
  return [
    {
      message: `The table has no column number ${at}.`,
      fix: `Use a number from 1 to ${table.width}${orName}.`,
    },
  ]
}

function checkUnique<N extends AnyNumber>(kit: Kit<N>, vector: Matrix<N>): ArgumentMistake[] {
  const repeat = vector.index(kit).firstRepeat()
  if (repeat === null) return []
  const [first, second] = repeat
  const place = vector.origin?.placeOf(first)
  const message =
    place === undefined
      ? 'The column searched for an exact match holds the same key twice.'
      : `The key is the same as in ${place}, so this row would never be found.`
  return [{ message, fix: 'Make the keys unique.', isHiddenRow: true, ...at(vector, second) }]
}

function checkOrder<N extends AnyNumber>(
  kit: Kit<N>,
  vector: Matrix<N>,
  order: 'ascending' | 'descending',
): ArgumentMistake[] {
  const direction = order === 'ascending' ? 1 : -1
  // A heading above the numbers is no mistake: only cells of one type are compared.
  const before = new Map<boolean | string, N | string | boolean>()
  for (const [row, cell] of vector.cells.entries()) {
    if (cell === null || isError(cell)) continue
    const type = isNumber(cell) || typeof cell
    const last = before.get(type)
    if (last !== undefined && kit.compareValues(last, cell) * direction > 0) {
      return [
        {
          message: `The column searched for an approximate match is not in ${order} order here.`,
          fix: 'Sort the rows by that column, or ask for an exact match.',
          ...at(vector, row),
        },
      ]
    }
    before.set(type, cell)
  }
  return []
}

function at<N extends AnyNumber>(
  vector: Matrix<N>,
  row: number,
): Pick<ArgumentMistake, 'origin' | 'row'> {
  return vector.origin === null ? {} : { origin: vector.origin, row }
}
