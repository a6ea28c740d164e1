import { columnsMax, rowsMax } from '../xlsx/cell-address.ts'
import type { Grid } from './grid.ts'

/** A rectangle of cells on one sheet; rows and columns count from 1, both ends are included. */
export interface Area {
  readonly grid: Grid
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Ranges that reach this far down are whole columns to those who write them. */
const wholeColumnFrom = 65_536

export function isWholeColumn({ bottom }: Area): boolean {
  return bottom >= wholeColumnFrom
}

export function isSingleCell({ top, left, bottom, right }: Area): boolean {
  return top === bottom && left === right
}

export function areaKey({ grid, top, left, bottom, right }: Area): string {
  return `${grid.position}:${top}:${left}:${bottom}:${right}`
}

/** The cells from the same corner on, as many as another area has; they end where the sheet does. */
export function resized(area: Area, model: Area): Area {
  const { top, left } = area
  return {
    ...area,
    bottom: Math.min(rowsMax, top + model.bottom - model.top),
    right: Math.min(columnsMax, left + model.right - model.left),
  }
}

/**
 * The one cell of a range that stands beside a formula, as spreadsheets choose it where a single
 * value is wanted; null where the range passes the formula by.
 */
export function beside(area: Area, row: number, column: number): Area | null {
  if (isSingleCell(area)) return area
  const { top, left, bottom, right } = area
  if (left === right && row >= top && row <= bottom) return { ...area, top: row, bottom: row }
  if (top === bottom && column >= left && column <= right) {
    return { ...area, left: column, right: column }
  }
  return null
}
