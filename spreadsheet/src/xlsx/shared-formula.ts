import { tokenize } from '@borgar/fx/xlsx'
import { columnLetters, columnNumber, columnsMax, rowsMax } from './cell-address.ts'

/** A formula that a spreadsheet program keeps once for many cells, taken apart at its references. */
export interface SharedFormula {
  readonly row: number
  readonly column: number
  readonly pieces: readonly Piece[]
}

type Piece = string | Reference

/** One corner of a range; a whole row or column leaves the other coordinate out. */
interface Reference {
  readonly column: number | null
  readonly isColumnFixed: boolean
  readonly row: number | null
  readonly isRowFixed: boolean
}

export function takeApart(formula: string, row: number, column: number): SharedFormula {
  const pieces: Piece[] = []
  for (const { type, value } of tokenize(formula, { mergeRefs: false })) {
    const references = type === 'range' || type === 'range_beam' ? cornersOf(value) : null
    if (references === null) pieces.push(value)
    else pieces.push(...references)
  }
  return { row, column, pieces }
}

/** The formula as it stands in another cell: what is not fixed by a `$` moves along. */
export function writeOut({ row, column, pieces }: SharedFormula, to: Coordinates): string {
  let formula = ''
  for (const piece of pieces) {
    formula += typeof piece === 'string' ? piece : shift(piece, to.row - row, to.column - column)
  }
  return formula
}

interface Coordinates {
  readonly row: number
  readonly column: number
}

function cornersOf(range: string): Piece[] | null {
  const pieces: Piece[] = []
  for (const corner of range.split(':')) {
    const [, columnFix, letters, rowFix, digits] =
      /^(\$?)([A-Za-z]{0,3})(\$?)(\d{0,7})$/.exec(corner) ?? []
    if (letters === undefined || digits === undefined || corner === '') return null
    const isRowAlone = letters === ''
    if (pieces.length > 0) pieces.push(':')
    pieces.push({
      column: isRowAlone ? null : columnNumber(letters),
      isColumnFixed: !isRowAlone && columnFix === '$',
      row: digits === '' ? null : Number(digits),
      isRowFixed: rowFix === '$' || (isRowAlone && columnFix === '$'),
    })
  }
  return pieces
}

function shift(reference: Reference, rows: number, columns: number): string {
  const { column, isColumnFixed, row, isRowFixed } = reference
  const columnText =
    column === null
      ? ''
      : columnLetters(isColumnFixed ? column : around(column + columns, columnsMax))
  const rowText = row === null ? '' : String(isRowFixed ? row : around(row + rows, rowsMax))
  return `${isColumnFixed ? '$' : ''}${columnText}${isRowFixed ? '$' : ''}${rowText}`
}

/** A reference that leaves the sheet comes in again on its other side. */
function around(position: number, max: number): number {
  return ((((position - 1) % max) + max) % max) + 1
}
