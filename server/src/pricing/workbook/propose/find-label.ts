import type { Cell } from '@bindery/spreadsheet'
import type { Grid } from '@bindery/spreadsheet/references'

const columnsLeftMax = 4
const labelCharactersMax = 80

export interface Label {
  readonly text: string
  /** What stands between the label and the cell, as in `Age | years | 30`. */
  readonly unit: string | null
}

/** The text that stands beside a cell and says what it is: to its left, else above it. */
export function labelOf(
  grid: Grid,
  row: number,
  column: number,
  /** Whether a text is an answer itself: in a row of answers their labels stand above. */
  isAnswer: (row: number, column: number) => boolean,
): Label | null {
  const above = row > 1 ? grid.cellAt(row - 1, column) : undefined
  const textAbove = above === undefined ? null : textOf(above)
  let unit: string | null = null
  for (let at = column - 1; at >= Math.max(1, column - columnsLeftMax); at--) {
    const cell = grid.cellAt(row, at)
    if (cell === undefined || cell.value === '') continue
    const text = textOf(cell)
    if (text === null || (textAbove !== null && isAnswer(row, at))) break
    if (unit !== null || !isUnit(text)) return { text, unit }
    unit = text
  }
  const text = unit ?? textAbove
  return text === null ? null : { text, unit: null }
}

const units =
  /^(years?|yrs?|months?|days?|jahre?|monate?|tage?|ans|mois|jours|eur|chf|usd|gbp|dkk|sek|nok|pln|czk|huf|jpy|euros?|franken|francs?|[€$£%]|c?m|m[²2³3]|qm|km|kg|ccm|ps|kw|pcs|stuck|percent|prozent|persons?|personen)$/

function isUnit(text: string): boolean {
  return units.test(foldedLabel(text).replace(/^[([](.*)[)\]]$/, '$1'))
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
