export const columnsMax = 16_384
export const rowsMax = 1_048_576

/** `B7` for row 7 and column 2. */
export function addressOf(row: number, column: number): string {
  return `${columnLetters(column)}${row}`
}

/** `Sheet!B7` as problems and traces name a cell. */
export function placeOf(cell: {
  readonly sheet: string
  readonly row: number
  readonly column: number
}): string {
  return `${cell.sheet}!${addressOf(cell.row, cell.column)}`
}

/** `'Quote'!$B$7` as formulas name a cell from wherever they stand. */
export function referenceTo(cell: {
  readonly sheet: string
  readonly row: number
  readonly column: number
}): string {
  return `'${cell.sheet.replaceAll("'", "''")}'!$${columnLetters(cell.column)}$${cell.row}`
}

export function columnLetters(column: number): string {
  let letters = ''
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  }
  return letters
}

/** The number of a column such as `AB`; capital letters or small ones. */
export function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64
  return number
}

/** Row and column of `B7`, or null where it names no cell. */
export function parseAddress(text: string): { row: number; column: number } | null {
  let at = 0
  let column = 0
  for (; at < text.length; at++) {
    const letter = (text.charCodeAt(at) & ~32) - 64
    if (letter < 1 || letter > 26 || at === 3) break
    column = column * 26 + letter
  }
  let row = 0
  const digitsStart = at
  for (; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return null
    row = row * 10 + digit
  }
  const isCell = digitsStart > 0 && column > 0 && column <= columnsMax && row > 0 && row <= rowsMax
  return isCell ? { row, column } : null
}
