import type { CellValue } from './workbook.ts'
import type { WorkbookProblem } from './xlsx/workbook-problem.ts'

/** A cell that a calculation can come to depend on, computed with the inputs saved in the file. */
export interface RecomputedCell {
  /** Such as `Calc!B12`. */
  readonly place: string
  readonly formula: string
  readonly value: CellValue
  /** What the spreadsheet program kept there; null where it kept nothing. */
  readonly saved: CellValue
}

export interface SavedValuesCheck {
  readonly problems: readonly WorkbookProblem[]
  readonly warnings: readonly WorkbookProblem[]
}

const differencesListedMax = 50
/** Spreadsheet programs keep 15 digits; sums taken in another order differ further up. */
const relativeDifferenceMax = 1e-9
/** What is left of a difference that should be nothing. */
const nothingLeft = 1e-11

/**
 * Compares what we compute with what the spreadsheet program computed, cell by cell: a workbook
 * that comes to something else here than where it was made is not to be trusted.
 */
export function checkSavedValues(recomputed: readonly RecomputedCell[]): SavedValuesCheck {
  const unsaved = recomputed.filter(({ saved }) => saved === null)
  const different = recomputed.filter(({ saved, value }) => saved !== null && !isSame(value, saved))
  const problems = different
    .slice(0, differencesListedMax)
    .map(({ place, formula, value, saved }) => ({
      place,
      message: `The workbook says ${show(saved)}, but ${shorten(formula)} comes to ${show(value)}.`,
      fix: recalculate,
    }))
  const unlisted = different.length - problems.length
  if (unlisted > 0) {
    problems.push({
      place: '',
      message: `So do ${unlisted} further cells.`,
      fix: 'Begin with the first; the others may follow from it.',
    })
  }
  return { problems, warnings: unsaved.length === 0 ? [] : [unsavedWarning(unsaved)] }
}

const recalculate =
  'Let the spreadsheet program compute everything anew (Ctrl+Alt+F9 in Excel, Ctrl+Shift+F9 in LibreOffice) and save; if it stays, write the formula in another way.'

function unsavedWarning(unsaved: readonly RecomputedCell[]): WorkbookProblem {
  const first = unsaved[0]?.place ?? ''
  return {
    place: first,
    message: `${unsaved.length === 1 ? 'One formula was' : `${unsaved.length} formulas were`} saved without a value, so nothing proves that we compute the same.`,
    fix: 'Open the workbook in a spreadsheet program and save it there.',
  }
}

function isSame(computed: CellValue, saved: CellValue): boolean {
  // A formula that comes to a blank shows 0, or nothing where a text is wanted.
  if (computed === null) return saved === 0 || saved === '' || saved === null
  if (typeof computed === 'number' && typeof saved === 'number') return isNear(computed, saved)
  if (typeof computed === 'object' && typeof saved === 'object') {
    return computed.error === saved?.error
  }
  return computed === saved
}

function isNear(a: number, b: number): boolean {
  const difference = Math.abs(a - b)
  return (
    difference <= nothingLeft ||
    difference <= relativeDifferenceMax * Math.max(Math.abs(a), Math.abs(b))
  )
}

function show(value: CellValue): string {
  if (value === null) return 'nothing'
  if (typeof value === 'object') return value.error
  if (typeof value === 'string') return `"${value.slice(0, 60)}"`
  return typeof value === 'number' ? String(value) : value ? 'TRUE' : 'FALSE'
}

function shorten(formula: string): string {
  return formula.length <= 80 ? `=${formula}` : `=${formula.slice(0, 77)}...`
}
