import { type Calendar, type Scalar, textCharactersMax } from '@bindery/spreadsheet/formulas'
import type { Json } from '../../../kernel/index.ts'

/** Between the entries of a list, as people write them into a cell. */
const between = ', '

/**
 * An answer as a cell holds it; undefined where no cell can. A day such as `2026-11-15` becomes its
 * number, a list of plain values their texts joined by commas, a dataset item its id. Other texts
 * stay texts, also those that look like numbers.
 */
export function readAnswer(
  value: Exclude<Json, null>,
  calendar: Calendar,
): Scalar<number> | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string') return calendar.serialOfIso(value) ?? withinLimit(value)
  if (!Array.isArray(value)) return typeof value['id'] === 'string' ? value['id'] : undefined
  const entries = value.map((entry) => (entry === null ? '' : plainText(entry)))
  return entries.includes(undefined) ? undefined : withinLimit(entries.join(between))
}

function plainText(entry: Exclude<Json, null>): string | undefined {
  if (typeof entry === 'object') return undefined
  return typeof entry === 'boolean' ? String(entry).toUpperCase() : String(entry)
}

function withinLimit(text: string): string | undefined {
  return text.length <= textCharactersMax ? text : undefined
}
