import type { ChangedValue } from '@bindery/spreadsheet'
import { type Area, isSingleCell } from '@bindery/spreadsheet/references'

/**
 * Changed cells by the tables they stand in: what formulas read as one range, and ranges that have a
 * changed cell in common. A cell that is read by itself alone is a group of its own.
 */
export function groupCells(
  values: readonly ChangedValue[],
  areas: readonly Area[],
): readonly (readonly ChangedValue[])[] {
  const ranges = Map.groupBy(
    areas.filter((area) => !isSingleCell(area)),
    ({ grid }) => grid.name,
  )
  /** The first cell that was found in an area stands for all that belong to it. */
  const firstIn = new Map<Area, number>()
  const leader = values.map((_, at) => at)
  const leaderOf = (at: number): number => {
    let one = at
    while (leader[one] !== one) one = leader[one] ?? one
    leader[at] = one
    return one
  }
  values.forEach(({ at: { grid, row, column } }, at) => {
    for (const area of ranges.get(grid.name) ?? []) {
      if (!holds(area, row, column)) continue
      const first = firstIn.get(area)
      if (first === undefined) firstIn.set(area, at)
      else join(leaderOf(first), leaderOf(at))
    }
  })
  function join(one: number, other: number): void {
    leader[Math.max(one, other)] = Math.min(one, other)
  }
  return [...Map.groupBy(values, (_, at) => leaderOf(at)).values()]
}

function holds({ top, left, bottom, right }: Area, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}
