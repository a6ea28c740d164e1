import type { Nearness, Tie } from './column-index.ts'
import type { Kit } from './kit.ts'
import type { Matrix } from './matrix.ts'
import { type AnyNumber, isError, isNumber, type Scalar } from './value.ts'

/**
 * The position of a key in a vector, or of its nearest neighbour of the same type; -1 if none.
 * A static vector answers from its index, a computed one is scanned. Keys are never patterns.
 */
export function findRow<N extends AnyNumber>(
  kit: Kit<N>,
  vector: Matrix<N>,
  key: Scalar<N>,
  nearness: Nearness,
  tie: Tie,
): number {
  if (key === null || isError(key)) return -1
  return vector.isStatic
    ? vector.index(kit).find(key, nearness, tie)
    : scan(kit, vector.cells, key, nearness, tie)
}

type Key<N> = N | string | boolean

function scan<N extends AnyNumber>(
  kit: Kit<N>,
  cells: readonly Scalar<N>[],
  key: Key<N>,
  nearness: Nearness,
  tie: Tie,
): number {
  let best = -1
  let bestCell: Key<N> | null = null
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]
    if (cell === undefined || cell === null || isError(cell)) continue
    if (!areSameType(cell, key) || !isCandidate(kit, cell, key, nearness)) continue
    const order = bestCell === null ? 1 : closeness(kit, cell, bestCell, nearness)
    if (order > 0 || (order === 0 && tie === 'last')) {
      best = row
      bestCell = cell
      if (nearness === 'exact' && tie === 'first') break
    }
  }
  return best
}

function isCandidate<N extends AnyNumber>(
  kit: Kit<N>,
  cell: Key<N>,
  key: Key<N>,
  nearness: Nearness,
): boolean {
  if (kit.areEqual(cell, key)) return true
  if (nearness === 'exact' || typeof key === 'boolean') return false
  const order = kit.compareValues(cell, key)
  return nearness === 'smaller' ? order < 0 : order > 0
}

/** Positive where `cell` lies nearer to the key than the best so far. */
function closeness<N extends AnyNumber>(
  kit: Kit<N>,
  cell: Key<N>,
  best: Key<N>,
  nearness: Nearness,
): number {
  const order = kit.compareValues(cell, best)
  return nearness === 'larger' ? -order : order
}

/** Whether two values are both numbers, both texts or both booleans. */
export function areSameType<N extends AnyNumber>(a: Scalar<N>, b: Key<N>): boolean {
  return isNumber(b) ? isNumber(a) : typeof a === typeof b
}
