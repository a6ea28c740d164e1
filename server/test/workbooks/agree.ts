import type { CellValue } from '@bindery/spreadsheet'
import type { RecordedValue } from './recorded.ts'

/** Numbers may differ in what doubles lose on the way; texts and truth values may not. */
const relativeDifferenceMax = 1e-9
/** What is left where the program says zero. */
const nothingLeft = 1e-12

export function agree(computed: CellValue, recorded: RecordedValue): boolean {
  if (typeof computed === 'number' && typeof recorded === 'number') {
    const allowed = Math.max(nothingLeft, relativeDifferenceMax * Math.abs(recorded))
    return Math.abs(computed - recorded) <= allowed
  }
  if (isError(computed) && isError(recorded)) {
    return recorded.error === null || computed.error === recorded.error
  }
  return computed === recorded
}

export function isError<Value>(value: Value): value is Value & { readonly error: string | null } {
  return typeof value === 'object' && value !== null
}
