import type { ReactNode } from 'react'

/** What a list shows of each row. */
export interface Column<Row> {
  readonly id: string
  readonly title: string
  /** The least width in pixels; what is left over goes to columns that grow. */
  readonly width: number
  readonly grows?: boolean
  /** Right-aligned. */
  readonly isNumber?: boolean
  /** Not shown until somebody chooses it. */
  readonly isExtra?: boolean
  /** As plain text: for exports, and for the cell where it has no own drawing. */
  readonly text: (row: Row) => string
  readonly cell?: (row: Row) => ReactNode
}

/** A parameter of the operation, in the address of the page under the same name. */
export interface Filter {
  readonly name: string
  readonly title: string
  /** A choice of values, a day, or a text. */
  readonly choices?: readonly Choice[]
  readonly isDay?: boolean
  /** One of the choices always holds. */
  readonly isNeeded?: boolean
  /** Behind "More filters" until it is set. */
  readonly isExtra?: boolean
}

export interface Choice {
  readonly value: string
  readonly title: string
}

/** The choices of a closed list of words, in the order of the words. */
export function choicesOf(words: Readonly<Record<string, string>>): readonly Choice[] {
  return Object.entries(words).map(([value, title]) => ({ value, title }))
}

/** Columns that are shown, in their order: those that the address names, or the usual ones. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: string | undefined,
): readonly Column<Row>[] {
  if (chosen === undefined) return columns.filter(({ isExtra }) => isExtra !== true)
  return chosen.split(',').flatMap((id) => columns.find((column) => column.id === id) ?? [])
}
