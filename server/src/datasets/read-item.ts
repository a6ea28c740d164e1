import type { Json, JsonObject, Problem } from '../kernel/index.ts'
import type { Dataset, FieldType } from './dataset.ts'
import type { SourceItem } from './fill-content.ts'
import { isEmpty, readValue, splitColumn } from './infer-fields.ts'
import type { SourceRecord } from './read-records.ts'

const wanted: Readonly<Record<FieldType, string>> = {
  text: 'a text',
  number: 'a number, such as 1234.5',
  boolean: 'true or false',
  date: 'a date, such as 2027-01-31',
}

/** Longer ones do not fit into an index. */
const keyLettersMax = 500

/** Reads records of one form into items; what is wrong goes to `refuse`, with its line. */
export function itemReader(
  dataset: Pick<Dataset, 'fields' | 'languages' | 'keyField'>,
  translatedFields: ReadonlySet<string>,
  file: string,
  refuse: (problem: Problem) => void,
): (record: SourceRecord) => SourceItem {
  const types = new Map(dataset.fields.map(({ name, type }) => [name, type]))
  const blank: JsonObject = Object.fromEntries(dataset.fields.map(({ name }) => [name, null]))
  const cellsOf = rememberLast((columns: readonly string[]) =>
    columns.map((column): Cell => {
      const { field, language } = splitColumn(column, dataset.languages)
      return { column, field, language, type: types.get(field) }
    }),
  )
  const problem = (line: number, column: string, message: string, fix: string) =>
    refuse({ file, place: `line ${line}, ${column}`, message, fix })

  function read(line: number, { column, field, type }: Cell, value: Json): Json {
    if (type === undefined) {
      problem(line, column, 'The dataset has no such field.', 'Remove it, or add the field.')
      return null
    }
    const found = readValue(value, type)
    if (found !== undefined) return found
    const shown = JSON.stringify(value).slice(0, 60)
    problem(line, column, `${shown} is not ${wanted[type]}.`, `${field} holds ${type}s.`)
    return null
  }

  function keyOf({ line, columns, values }: SourceRecord, value: Json): string {
    const key = typeof value === 'string' ? value : JSON.stringify(value)
    const written = values[columns.indexOf(dataset.keyField)] ?? null
    if (value === null && isEmpty(written)) {
      problem(line, dataset.keyField, 'The item has no key.', 'Give it one of its own.')
    } else if (key.length > keyLettersMax) {
      const message = `The key is longer than ${keyLettersMax} characters.`
      problem(line, dataset.keyField, message, 'Choose a shorter one.')
    }
    return key
  }

  return (record) => {
    const { line } = record
    const values: JsonObject = { ...blank }
    const translations: Record<string, JsonObject> = {}
    cellsOf(record.columns).forEach((cell, at) => {
      const { column, field, language } = cell
      const own = read(line, cell, record.values[at] ?? null)
      if (language === null) values[field] = own
      else if (own === null) return
      else if (translatedFields.has(field)) (translations[language] ??= {})[field] = own
      else {
        const message = `Only this item has ${field} by language.`
        problem(line, column, message, 'Give it one value, or one per language from the start.')
      }
    })
    standIn(values, translations, dataset.languages, translatedFields)
    return { key: keyOf(record, values[dataset.keyField] ?? null), values, translations, line }
  }
}

interface Cell {
  readonly column: string
  readonly field: string
  readonly language: string | null
  /** Undefined where the dataset has no such field. */
  readonly type: FieldType | undefined
}

/** All records of a CSV file have the very same columns. */
function rememberLast<Given, Found>(find: (given: Given) => Found): (given: Given) => Found {
  let last: { given: Given; found: Found } | undefined
  return (given) => {
    if (last?.given !== given) last = { given, found: find(given) }
    return last.found
  }
}

/** A field that differs by language has its first translation as the common value. */
function standIn(
  values: JsonObject,
  translations: Readonly<Record<string, JsonObject>>,
  languages: readonly string[],
  translatedFields: ReadonlySet<string>,
): void {
  for (const field of translatedFields) {
    if (values[field] !== null) continue
    const found = languages.map((language) => translations[language]?.[field] ?? null)
    values[field] = found.find((value) => value !== null) ?? null
  }
}
