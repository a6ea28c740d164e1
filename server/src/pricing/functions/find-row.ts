import { Decimal } from '../decimal/index.ts'
import type { Nearness, Tie } from './column-index.ts'
import { areEqual, compareValues } from './compare.ts'
import type { Matrix } from './matrix.ts'
import { FormulaError, type Scalar } from './value.ts'

/**
 * The position of a key in a vector, or of its nearest neighbour of the same type; -1 if none.
 * A static vector answers from its index, a computed one is scanned. Keys are never patterns.
 */
export function findRow(vector: Matrix, key: Scalar, nearness: Nearness, tie: Tie): number {
  if (key === null || key instanceof FormulaError) return -1
  return vector.isStatic
    ? vector.index().find(key, nearness, tie)
    : scan(vector.cells, key, nearness, tie)
}

type Key = Decimal | string | boolean

function scan(cells: readonly Scalar[], key: Key, nearness: Nearness, tie: Tie): number {
  let best = -1
  let bestCell: Key | null = null
  cells.forEach((cell, row) => {
    if (cell === null || cell instanceof FormulaError || !isSameType(cell, key)) return
    if (!isCandidate(cell, key, nearness)) return
    const order = bestCell === null ? 1 : closeness(cell, bestCell, nearness)
    if (order > 0 || (order === 0 && tie === 'last')) {
      best = row
      bestCell = cell
    }
  })
  return best
}

function isCandidate(cell: Key, key: Key, nearness: Nearness): boolean {
  if (areEqual(cell, key)) return true
  if (nearness === 'exact' || typeof key === 'boolean') return false
  const order = compareValues(cell, key)
  return nearness === 'smaller' ? order < 0 : order > 0
}

/** Positive where `cell` lies nearer to the key than the best so far. */
function closeness(cell: Key, best: Key, nearness: Nearness): number {
  const order = compareValues(cell, best)
  return nearness === 'larger' ? -order : order
}

function isSameType(cell: Key, key: Key): boolean {
  if (key instanceof Decimal) return cell instanceof Decimal
  return typeof cell === typeof key
}
