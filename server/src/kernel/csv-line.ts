/** A line of a CSV file. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\n`
}

/** A value that a spreadsheet program would take for a formula is written as text. */
function csvCell(cell: string): string {
  const isFormula = /^[=+@\t\r]/.test(cell) || /^-(?![\d.]+$)/.test(cell)
  const text = isFormula ? `'${cell}` : cell
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
