import type { RowOrigin } from '@bindery/spreadsheet/formulas'

/** The rows of a table's file, given the line that each stands on. */
export function linesOrigin(file: string, lines: readonly number[]): RowOrigin {
  const placeOf = (row: number) => {
    const line = lines[row]
    return line === undefined ? undefined : `row ${line}`
  }
  const nameOf = (row: number) => {
    const place = placeOf(row)
    return place === undefined ? undefined : `${file} ${place}`
  }
  return { file, placeOf, nameOf }
}
