import type { DatasetItemId, Json } from '../kernel/index.ts'
import { collationOf } from './collation.ts'
import { type Dataset, type FieldType, type ItemRow, valueIn } from './dataset.ts'
import { sortKeyOf } from './sort-key.ts'

/** The items of one import: a table of their own, with columns to sort and search by. */
export interface Content {
  readonly id: number
  readonly layout: Layout
  readonly items: number
}

export interface Layout {
  readonly columns: readonly FieldColumns[]
  /** The collation that each language of the dataset sorts by. */
  readonly collations: Readonly<Record<string, string>>
  /** The fields that are written per language, hidden ones included. */
  readonly translated?: readonly string[]
}

/** Layouts older than hidden fields have columns for every field. */
export function translatedIn({ columns, translated }: Layout): ReadonlySet<string> {
  const ofColumns = columns.filter(({ language }) => language !== null).map(({ field }) => field)
  return new Set(translated ?? ofColumns)
}

/** A field that front ends may see has columns; a hidden one has none to search by. */
export interface FieldColumns {
  readonly field: string
  readonly type: FieldType
  /** Null where all languages share the value. */
  readonly language: string | null
  /** The columns are this and `_n`, `_t` or `_s`; a number has only the first. */
  readonly stem: string
}

export function tableOf(contentId: number): string {
  return `dataset_content_${contentId}`
}

/** The decision of an import before its first item: which fields are stored per language. */
export function layoutOf(
  dataset: Pick<Dataset, 'fields' | 'languages'>,
  translatedFields: ReadonlySet<string>,
): Layout {
  const columns = dataset.fields.flatMap(({ name, type, hidden }, at): FieldColumns[] => {
    if (hidden) return []
    if (!translatedFields.has(name)) return [{ field: name, type, language: null, stem: `f${at}` }]
    return dataset.languages.map((language, of) => {
      return { field: name, type, language, stem: `f${at}_l${of}` }
    })
  })
  return {
    columns,
    collations: Object.fromEntries(
      dataset.languages.map((language) => [language, collationOf(language)]),
    ),
    translated: dataset.fields.map(({ name }) => name).filter((name) => translatedFields.has(name)),
  }
}

export function columnsOf(layout: Layout, field: string, language: string): FieldColumns {
  const found = layout.columns.find(
    (one) => one.field === field && (one.language === null || one.language === language),
  )
  if (found === undefined) throw new Error(`${field} has no columns in ${language}`)
  return found
}

export interface ColumnDefinition {
  readonly name: string
  readonly type: 'text' | 'integer' | 'json' | 'double precision'
}

const itemColumns: readonly ColumnDefinition[] = [
  { name: 'id', type: 'text' },
  { name: 'key', type: 'text' },
  { name: 'position', type: 'integer' },
  { name: 'line', type: 'integer' },
  { name: 'item_values', type: 'json' },
  { name: 'translations', type: 'json' },
]

export function tableColumns(layout: Layout): ColumnDefinition[] {
  return [
    ...itemColumns,
    ...layout.columns.flatMap(({ stem, type }): ColumnDefinition[] => {
      const number = { name: `${stem}_n`, type: 'double precision' } as const
      if (type === 'number') return [number]
      return [number, { name: `${stem}_t`, type: 'text' }, { name: `${stem}_s`, type: 'text' }]
    }),
  ]
}

/** An item with the place and the id that its import gives it. */
export interface PlacedItem extends ItemRow {
  readonly id: DatasetItemId
  readonly position: number
  /** The line in the file, for messages about repeated keys. */
  readonly line: number
}

export type Cell = string | number | null

/** The item's row, in the sequence of `tableColumns`. */
export function rowOf(item: PlacedItem, layout: Layout, languages: readonly string[]): Cell[] {
  const row: Cell[] = [
    item.id,
    item.key,
    item.position,
    item.line,
    JSON.stringify(item.values),
    JSON.stringify(item.translations),
  ]
  for (const { field, type, language } of layout.columns) {
    const value =
      language === null ? (item.values[field] ?? null) : valueIn(item, field, language, languages)
    if (type === 'number') row.push(numberOf(value))
    else {
      const { n, t, s } = sortKeyOf(value, type)
      row.push(n, t, s)
    }
  }
  return row
}

function numberOf(value: Json): number {
  return typeof value === 'number' ? value : NaN
}
