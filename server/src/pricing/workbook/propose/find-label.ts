import type { Grid } from '../compile/grid.ts'
import type { Cell } from '../workbook.ts'

const columnsLeftMax = 4
const labelCharactersMax = 80

/** The text that stands beside a cell and says what it is: to its left, else above it. */
export function labelOf(grid: Grid, row: number, column: number): string | null {
  for (let at = column - 1; at >= Math.max(1, column - columnsLeftMax); at--) {
    const cell = grid.cellAt(row, at)
    if (cell === undefined || cell.value === '') continue
    const text = textOf(cell)
    if (text !== null) return text
    break
  }
  const above = row > 1 ? grid.cellAt(row - 1, column) : undefined
  return above === undefined ? null : textOf(above)
}

function textOf({ formula, value }: Cell): string | null {
  if (formula !== null || typeof value !== 'string') return null
  const text = value
    .trim()
    .replace(/[:?*]+$/, '')
    .trim()
  return text === '' || text.length > labelCharactersMax ? null : text
}

/** A label without marks on its letters, in small ones: `Prämie` and `PRAMIE` are one word. */
export function foldedLabel(label: string): string {
  return label.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
}

const nameCharactersMax = 60

/** A name for a field made from a label: `Floor space (m²)` is floor_space; null where none can be. */
export function nameFrom(label: string): string | null {
  const plain = label.replace(/[([{].*?[)\]}]/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1_$2')
  const words = foldedLabel(plain)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, nameCharactersMax)
    .replace(/_+$/, '')
  return words === '' ? null : words
}
