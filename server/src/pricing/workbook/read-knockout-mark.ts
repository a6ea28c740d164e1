import { type CellPlace, placeOf } from '@bindery/spreadsheet'
import type { LayoutReader } from './layout-reader.ts'

/** Whether the word knockout stands there: then an answer that is not valid declines the risk. */
export function readKnockoutMark(at: CellPlace, reader: LayoutReader): boolean {
  const value = reader.cell(at.sheet, at.row, at.column)?.value ?? null
  if (value === null || value === false || value === '') return false
  if (value === true || (typeof value === 'string' && knockoutShape.test(value))) return true
  reader.warn(
    placeOf(at),
    'Only the word knockout has a meaning in this column; anything else is ignored.',
    'Write knockout where an answer that is not valid declines the risk, or move the note.',
  )
  return false
}

const knockoutShape = /^\s*knock[ _-]?out\s*$/i
