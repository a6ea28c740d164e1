import type { Json, JsonObject } from '../kernel/index.ts'
import type { Dataset, ItemRow } from './dataset.ts'

/** What decides the columns of a file. */
export interface RecordForm {
  readonly dataset: Pick<Dataset, 'fields' | 'languages'>
  readonly translated: ReadonlySet<string>
}

type Item = Pick<ItemRow, 'values' | 'translations'>
type Portions = AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>

/** CSV of which an import makes exactly the same items: `city.de` is the German of `city`. */
export async function* writeCsv(form: RecordForm, portions: Portions): AsyncGenerator<string> {
  const columns = columnsOf(form)
  yield csvLine(columns.map(({ field, language }) => nameOf(field, language)))
  for await (const portion of portions) {
    yield portion
      .map((item) => csvLine(columns.map((column) => cellText(valueAt(item, column)))))
      .join('')
  }
}

/** JSON lines of which an import makes exactly the same items. */
export async function* writeJsonLines(
  form: RecordForm,
  portions: Portions,
): AsyncGenerator<string> {
  for await (const portion of portions) {
    yield portion.map((item) => `${JSON.stringify(recordOf(form, item))}\n`).join('')
  }
}

interface Column {
  readonly field: string
  /** Null for the value common to all languages. */
  readonly language: string | null
}

function columnsOf({ dataset, translated }: RecordForm): Column[] {
  return dataset.fields.flatMap(({ name: field }) => [
    { field, language: null },
    ...(translated.has(field) ? dataset.languages : []).map((language) => ({ field, language })),
  ])
}

function nameOf(field: string, language: string | null): string {
  return language === null ? field : `${field}.${language}`
}

function valueAt({ values, translations }: Item, { field, language }: Column): Json {
  return (language === null ? values[field] : translations[language]?.[field]) ?? null
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Plain digits as long as an import reads them, else the way that numbers of any size are written.
 */
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/

function cellText(value: Json): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  const text = JSON.stringify(value)
  return typeof value !== 'number' || plainNumber.test(text) ? text : value.toExponential()
}

/** Languages stand in an object, unless a common value stands beside them. */
function recordOf({ dataset, translated }: RecordForm, item: Item): JsonObject {
  const members = dataset.fields.flatMap(({ name }): [string, Json][] => {
    const common = item.values[name] ?? null
    if (!translated.has(name)) return [[name, common]]
    const own = dataset.languages.map((language): [string, Json] => [
      language,
      valueAt(item, { field: name, language }),
    ])
    const first = own.map(([, value]) => value).find((value) => value !== null) ?? null
    if (first === common) return [[name, Object.fromEntries(own)]]
    return [
      [name, common],
      ...own.map(([language, value]): [string, Json] => [nameOf(name, language), value]),
    ]
  })
  return Object.fromEntries(members)
}
