import type { Cell, Sheet } from '../workbook.ts'

/** Which row of a sheet has become which; what is new or gone has no partner. */
export interface MatchedRows {
  readonly toNew: ReadonlyMap<number, number>
  readonly toOld: ReadonlyMap<number, number>
  /** Where a row stands now, also a blank one: it goes with the next row above; null where it is gone. */
  moved(row: number): number | null
}

export type Rows = ReadonlyMap<number, readonly Cell[]>

export function rowsOf({ cells }: Pick<Sheet, 'cells'>): Rows {
  return Map.groupBy(cells, ({ row }) => row)
}

/** A row is recognised by all of its values, else by its first three, two or one. */
const keyLengths = [Infinity, 3, 2, 1]

/**
 * Finds the rows of a sheet again after others were put in, taken out or sorted: by what stands in
 * them where that is unique, else by their neighbours, else by their place. Rows that lookups find by
 * different keys are not the same row, wherever they stand; a label that nobody looks up may change.
 */
export function matchRows(
  before: Rows,
  after: Rows,
  isLookedUp: { readonly before: (cell: Cell) => boolean; readonly after: (cell: Cell) => boolean },
): MatchedRows {
  const toNew = new Map<number, number>()
  const toOld = new Map<number, number>()
  const pair = (old: number, now: number) => {
    toNew.set(old, now)
    toOld.set(now, old)
  }
  for (const length of keyLengths) {
    const olds = uniqueRows(before, toNew, length)
    for (const [key, now] of uniqueRows(after, toOld, length)) {
      const old = now === null ? null : olds.get(key)
      if (now !== null && old !== null && old !== undefined) pair(old, now)
    }
  }
  const isFree = (old: number, now: number) => {
    const [was, is] = [before.get(old), after.get(now)]
    if (was === undefined || is === undefined || toNew.has(old) || toOld.has(now)) return false
    const [oldKey, newKey] = [keyOf(was, isLookedUp.before), keyOf(is, isLookedUp.after)]
    return oldKey === null || newKey === null || oldKey === newKey
  }
  const ascending = [...before.keys()].toSorted((a, b) => a - b)
  for (const old of ascending) {
    const now = toNew.get(old - 1)
    if (now !== undefined && isFree(old, now + 1)) pair(old, now + 1)
  }
  for (const old of ascending.toReversed()) {
    const now = toNew.get(old + 1)
    if (now !== undefined && isFree(old, now - 1)) pair(old, now - 1)
  }
  for (const old of ascending) if (isFree(old, old)) pair(old, old)
  const paired = [...toNew.keys()].toSorted((a, b) => a - b)
  const moved = (row: number): number | null => {
    const now = toNew.get(row)
    if (now !== undefined) return now
    if (before.has(row)) return null
    const above = paired[lastUpTo(paired, row)]
    return above === undefined ? row : row + (toNew.get(above) ?? above) - above
  }
  return { toNew, toOld, moved }
}

/** The position of the last number that is not above the given one; -1 where there is none. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? Infinity) <= most) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Rows without a partner by what stands in them; null where several have the same. */
function uniqueRows(
  rows: Rows,
  paired: ReadonlyMap<number, number>,
  length: number,
): Map<string, number | null> {
  const found = new Map<string, number | null>()
  for (const [row, cells] of rows) {
    if (paired.has(row)) continue
    const values = valuesOf(cells)
    if (!canBeKnown(values) || (length !== Infinity && values.length < length)) continue
    const key = JSON.stringify(values.slice(0, length).map(({ column, value }) => [column, value]))
    found.set(key, found.has(key) ? null : row)
  }
  return found
}

function valuesOf(cells: readonly Cell[]): Cell[] {
  return cells.filter(({ formula, value }) => formula === null && value !== null)
}

/** A number alone says nothing about its row. */
function canBeKnown(values: readonly Cell[]): boolean {
  return values.length > 1 || typeof values[0]?.value === 'string'
}

/** What lookups find the row by, where they do. */
function keyOf(cells: readonly Cell[], isLookedUp: (cell: Cell) => boolean): string | null {
  const values = valuesOf(cells)
  const [first] = values
  if (first === undefined || !canBeKnown(values) || !isLookedUp(first)) return null
  return JSON.stringify([first.column, first.value])
}
