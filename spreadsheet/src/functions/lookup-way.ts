import type { Nearness, Tie } from './column-index.ts'
import { findRow } from './find-row.ts'
import type { Kit } from './kit.ts'
import type { Matrix } from './matrix.ts'
import { single } from './table-cell.ts'
import {
  type AnyNumber,
  FormulaError,
  isError,
  type Scalar,
  type Value,
  wrongValue,
} from './value.ts'
import { wildcardMatcher } from './wildcard.ts'

/** How a lookup searches; only XLOOKUP and XMATCH may take their key for a pattern. */
export interface Way {
  readonly nearness: Nearness | 'pattern'
  readonly tie: Tie
}

export const exactFirst: Way = { nearness: 'exact', tie: 'first' }
export const bandsLast: Way = { nearness: 'smaller', tie: 'last' }

/** The position of a key in a vector, or -1. */
export function find<N extends AnyNumber>(
  kit: Kit<N>,
  vector: Matrix<N>,
  key: Scalar<N>,
  { nearness, tie }: Way,
): number {
  if (nearness !== 'pattern') return findRow(kit, vector, key, nearness, tie)
  if (typeof key !== 'string') return findRow(kit, vector, key, 'exact', tie)
  const matches = wildcardMatcher(key)
  const fits = (cell: Scalar<N>) => typeof cell === 'string' && matches(cell)
  return tie === 'first' ? vector.cells.findIndex(fits) : vector.cells.findLastIndex(fits)
}

const nearnesses = new Map<number, Way['nearness']>([
  [0, 'exact'],
  [-1, 'smaller'],
  [1, 'larger'],
  [2, 'pattern'],
])

/** The match and search modes of XLOOKUP and XMATCH. */
export function wayOf<N extends AnyNumber>(
  kit: Kit<N>,
  mode: Value<N> | undefined,
  search: Value<N> | undefined,
): Way | FormulaError {
  if (mode === undefined && search === undefined) return exactFirst
  const number = kit.asWhole(single(mode))
  if (isError(number)) return number
  const direction = kit.asWhole(single(search) ?? kit.one)
  if (isError(direction)) return direction
  const nearness = nearnesses.get(number)
  return nearness === undefined ? wrongValue : { nearness, tie: direction < 0 ? 'last' : 'first' }
}
