import type { Column } from './column.ts'

/** Between columns, and at the edges of a row; `list.css` has the same. */
export const gapPixels = 24
export const edgePixels = 16
/** What a row needs to be recognised. */
const columnsMin = 2

/** Columns from the left for which there is room, so that none is cut: the details beside them have the rest. */
export function columnsThatFit<Row>(
  columns: readonly Column<Row>[],
  room: number,
): readonly Column<Row>[] {
  let left = room - 2 * edgePixels + gapPixels
  return columns.filter(({ width }, at) => {
    left -= width + gapPixels
    return at < columnsMin || left >= 0
  })
}
