import {
  compareCells,
  type ComparedWorkbook,
  findNeeded,
  type NeededCells,
  type Workbook,
  type WorkbookDifference,
} from '@bindery/spreadsheet'
import { compareLayouts } from './compare-layouts.ts'
import type { WorkbookLayout } from './layout.ts'
import { readWorkbook } from './read-workbook.ts'

/** What differs between two workbooks of all that a price can come to need; null where one of them cannot be read. */
export function compareWorkbooks(
  before: Uint8Array,
  after: Uint8Array,
): readonly WorkbookDifference[] | null {
  const [old, now] = [sideOf(before), sideOf(after)]
  if (old === null || now === null) return null
  return compareCells(old, now, {
    besides: (move) => compareLayouts(old.layout, now.layout, move),
    neededBy: 'prices',
  })
}

/** A workbook with what prices need of it. */
export interface Side extends ComparedWorkbook {
  readonly layout: WorkbookLayout
}

export function sideOf(bytes: Uint8Array): Side | null {
  const read = readWorkbook(bytes)
  if (!read.ok) return null
  const { workbook, layout } = read
  return { workbook, layout, needed: neededForPrices(workbook, layout) }
}

/** What outputs and conditions depend on; answers of customers stand in other cells. */
export function neededForPrices(
  workbook: Workbook,
  { inputs, predefined, outputs }: WorkbookLayout,
): NeededCells {
  const conditions = inputs.flatMap(({ required, isValid }) => [required, isValid])
  const wanted = [...conditions, ...[...predefined, ...outputs].map(({ cell }) => cell)]
  return findNeeded(workbook, {
    given: inputs.map(({ cell }) => cell),
    wanted: wanted.filter((cell) => cell !== null),
  })
}
