import { CsvError, parse } from 'csv-parse/sync'
import { type Json, type Problem, otherSeparator } from '../../kernel/index.ts'
import { wrongCount } from '../../datasets/index.ts'
import type { DatasetDefinition, DatasetFieldDefinition } from '../product-definition.ts'
import { readCell, type Refuse } from './dataset-cells.ts'
import { type Columns, readColumns } from './dataset-columns.ts'
import { quoted } from './part.ts'

const datasetItemsMax = 200_000
const problemsPerFileMax = 20

export interface DatasetItemRow {
  readonly key: string
  /** Every field; one that is translated carries the dataset's first language here. */
  readonly values: Record<string, Json>
  /** Only the fields that have a column of their own for that language. */
  readonly translations: Record<string, Record<string, Json>>
}

export type DatasetItemsResult =
  | { readonly ok: true; readonly items: readonly DatasetItemRow[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** The items of a dataset from its CSV file, or every problem with its line. */
export function parseDatasetItems(
  definition: DatasetDefinition,
  csv: Uint8Array,
): DatasetItemsResult {
  const problems: Problem[] = []
  const refuse: Refuse = (place, message, fix) => {
    problems.push({ file: definition.file, place, message, fix })
  }
  const records = parseRecords(csv, refuse)
  const [header, ...rows] = records
  if (problems.length === 0 && header === undefined) {
    refuse('line 1', 'The file is empty.', 'Write the column names in its first line.')
  }
  if (header === undefined || problems.length > 0) return { ok: false, problems }
  const other = otherSeparator(header.record)
  if (other !== null) {
    refuse('line 1', other.message, other.fix)
    return { ok: false, problems }
  }
  const columns = readColumns(definition, header.record, refuse)
  if (rows.length > datasetItemsMax) {
    refuse('', `There are more than ${datasetItemsMax} items.`, 'Split the dataset.')
  }
  if (problems.length > 0) return { ok: false, problems }
  const items = readRows(definition, columns, rows, refuse)
  if (problems.length > 0) return { ok: false, problems: shorten(problems) }
  return { ok: true, items }
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly line: number
}

function parseRecords(csv: Uint8Array, refuse: Refuse): CsvRecord[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(csv)
    const records: CsvRecord[] = []
    parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: string[], { lines }) => {
        records.push({ record, line: lines })
        return null
      },
    })
    return records
  } catch (error) {
    if (error instanceof CsvError) {
      refuse(csvPlace(error), `This is not CSV: ${error.message}`, 'Fix the quotes.')
    } else {
      refuse('', 'The file is not UTF-8 text.', 'Save it with the encoding UTF-8.')
    }
    return []
  }
}

function csvPlace(error: CsvError): string {
  const line: unknown = error.lines
  return typeof line === 'number' ? `line ${line}` : ''
}

function readRows(
  definition: DatasetDefinition,
  columns: Columns,
  rows: readonly CsvRecord[],
  refuse: Refuse,
): DatasetItemRow[] {
  const lineOfKey = new Map<string, number>()
  return rows.map(({ record, line }) => {
    const place = `line ${line}`
    if (record.length !== columns.count) {
      const { message, fix } = wrongCount(record.length, columns.count)
      refuse(place, message, fix)
      return { key: '', values: {}, translations: {} }
    }
    const item = readItem(definition, columns, record, place, refuse)
    const earlier = lineOfKey.get(item.key)
    if (item.key === '') {
      refuse(`${place}, ${definition.keyField}`, 'The item has no key.', 'Give it one of its own.')
    } else if (earlier !== undefined) {
      const message = `The key ${quoted(item.key)} already stands in line ${earlier}.`
      refuse(`${place}, ${definition.keyField}`, message, 'Give each item a key of its own.')
    } else lineOfKey.set(item.key, line)
    return item
  })
}

function readItem(
  definition: DatasetDefinition,
  columns: Columns,
  record: readonly string[],
  place: string,
  refuse: Refuse,
): DatasetItemRow {
  const cell = (field: DatasetFieldDefinition, at: number, column: string): Json =>
    readCell(field.type, record[at] ?? '', `${place}, ${column}`, refuse)

  const values: Record<string, Json> = {}
  const translations: Record<string, Record<string, Json>> = {}
  for (const { field, plain, translated } of columns.fields) {
    for (const [language, at] of translated) {
      const ofLanguage = (translations[language] ??= {})
      ofLanguage[field.name] = cell(field, at, `${field.name}.${language}`)
    }
    values[field.name] =
      plain === null
        ? firstTranslation(definition.languages, translations, field.name)
        : cell(field, plain, field.name)
  }
  return { key: (record[columns.key] ?? '').trim(), values, translations }
}

function firstTranslation(
  languages: readonly string[],
  translations: Readonly<Record<string, Record<string, Json>>>,
  field: string,
): Json {
  const found = languages.map((language) => translations[language]?.[field] ?? null)
  return found.find((value) => value !== null) ?? null
}

function shorten(problems: readonly Problem[]): Problem[] {
  const [first] = problems
  if (first === undefined || problems.length <= problemsPerFileMax) return [...problems]
  const shown = problems.slice(0, problemsPerFileMax)
  const message = `There are ${problems.length - shown.length} more problems of this kind.`
  return [...shown, { file: first.file, place: '', message, fix: 'Fix these first.' }]
}
