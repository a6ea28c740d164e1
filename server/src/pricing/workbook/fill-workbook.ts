import type { CellsToFill } from './fill-workbook-at-once.ts'
import { workbookLimits } from './xlsx/limits.ts'
import { askThread } from './xlsx/workbook-thread.ts'

export type { CellsToFill, FilledCell } from './fill-workbook-at-once.ts'

/**
 * A workbook that was accepted before, filled in with a customer's inputs and what follows from
 * them. Spreadsheet programs compute it anew when they open it. Throws for bytes that are no
 * workbook.
 */
export async function fillWorkbook(bytes: Uint8Array, cells: CellsToFill): Promise<Uint8Array> {
  const answer = await askThread({ verb: 'fill', bytes, cells }, workbookLimits.readingMsMax)
  if (answer.verb === 'fill') return answer.filled
  throw new Error(
    `the workbook cannot be filled in: it ${answer.verb === 'failed' ? answer.reason : 'failed'}`,
  )
}
