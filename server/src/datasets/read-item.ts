import type { Json, JsonObject, Problem } from '../kernel/index.ts'
import type { Dataset, FieldType } from './dataset.ts'
import type { SourceItem } from './import-items.ts'
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
  const problem = (line: number, column: string, message: string, mend: string) =>
    refuse({ file, place: `line ${line}, ${column}`, message, mend })

  function read(record: SourceRecord, column: string, field: string, value: Json): Json {
    const type = types.get(field)
    if (type === undefined) {
      problem(record.line, column, 'The dataset has no such field.', 'Remove it, or add the field.')
      return null
    }
    const found = readValue(value, type)
    if (found !== undefined) return found
    const shown = JSON.stringify(value).slice(0, 60)
    problem(record.line, column, `${shown} is not ${wanted[type]}.`, `${field} holds ${type}s.`)
    return null
  }

  function keyOf(record: SourceRecord, values: JsonObject): string {
    const value = values[dataset.keyField] ?? null
    const key = typeof value === 'string' ? value : JSON.stringify(value)
    const { line } = record
    if (isEmpty(record.cells.get(dataset.keyField) ?? value)) {
      problem(line, dataset.keyField, 'The item has no key.', 'Give it one of its own.')
    } else if (key.length > keyLettersMax) {
      const message = `The key is longer than ${keyLettersMax} characters.`
      problem(line, dataset.keyField, message, 'Choose a shorter one.')
    }
    return key
  }

  return (record) => {
    const values: JsonObject = Object.fromEntries(dataset.fields.map(({ name }) => [name, null]))
    const translations: Record<string, JsonObject> = {}
    for (const [column, value] of record.cells) {
      const { field, language } = splitColumn(column, dataset.languages)
      const own = read(record, column, field, value)
      if (language === null) values[field] = own
      else if (own === null) continue
      else if (translatedFields.has(field)) (translations[language] ??= {})[field] = own
      else {
        const message = `Only here ${field} differs by language.`
        problem(
          record.line,
          column,
          message,
          'Give it one value, or one per language from the start.',
        )
      }
    }
    standIn(values, translations, dataset.languages, translatedFields)
    return { key: keyOf(record, values), values, translations, line: record.line }
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
