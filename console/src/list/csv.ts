import type { Column } from './column.ts'

/** More than people read; what runs over a whole portfolio is an export of the API. */
export const exportRowsMax = 20_000

/** The lines of a file that spreadsheets open. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`
}

/** A text that begins like a formula must not become one: customers write some of them. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.,]+$/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvHead<Row>(columns: readonly Column<Row>[]): string {
  return csvLine(columns.map(({ title }) => title))
}

/** Gives a file to whoever looks at the page. */
export function saveFile(
  parts: readonly BlobPart[],
  name: string,
  type = 'text/csv;charset=utf-8',
): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
