import { type Json, parseDay } from '../kernel/index.ts'
import { shareTheLoop } from '../threads/index.ts'
import type { DatasetField, FieldType } from './dataset.ts'
import type { SourceRecord } from './read-records.ts'

/** No leading zeros: a postcode such as 01067 is text. */
const decimal = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/
/** As a number too large or too small for plain digits is written. */
const scientific = /^-?\d(?:\.\d{1,20})?e[+-]?\d{1,3}$/i

/** The type that all values of a field have in the first records of a file. */
export async function inferFields(
  portions: readonly (readonly SourceRecord[])[],
  languages: readonly string[],
  hidden: ReadonlySet<string>,
): Promise<DatasetField[]> {
  const values = new Map<string, Json[]>()
  const share = shareTheLoop()
  for (const portion of portions) {
    for (const record of portion) addValues(values, record, languages)
    if (share.isUsedUp()) await share.wait()
  }
  const fields: DatasetField[] = []
  for (const [name, ofField] of values) {
    fields.push({ name, type: inferType(ofField), hidden: hidden.has(name) })
    if (share.isUsedUp()) await share.wait()
  }
  return fields
}

/** More than a dataset may have: of further ones nothing need be known to refuse it. */
const fieldsMax = 2_000

function addValues(
  values: Map<string, Json[]>,
  record: SourceRecord,
  languages: readonly string[],
): void {
  record.columns.forEach((column, at) => {
    const { field } = splitColumn(column, languages)
    const value = record.values[at] ?? null
    const known = values.get(field) ?? []
    if (!isEmpty(value)) known.push(value)
    if (values.size < fieldsMax) values.set(field, known)
  })
}

/** `city.de` is the field `city` in German, if German is a language of the dataset. */
export function splitColumn(
  column: string,
  languages: readonly string[],
): { field: string; language: string | null } {
  const dot = column.lastIndexOf('.')
  const language = column.slice(dot + 1)
  if (dot < 1 || !languages.includes(language)) return { field: column, language: null }
  return { field: column.slice(0, dot), language }
}

export function isEmpty(value: Json): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}

function inferType(values: readonly Json[]): FieldType {
  const types = ['boolean', 'number', 'date'] as const
  const found = types.find((type) => values.every((value) => looksLike(value, type)))
  return values.length === 0 ? 'text' : (found ?? 'text')
}

/** `1E5` is as likely a code as a number, so nothing is inferred from it. */
function looksLike(value: Json, type: FieldType): boolean {
  if (typeof value === 'string' && scientific.test(value.trim())) return false
  return readValue(value, type) !== undefined
}

/** The value as its field's type, or undefined where it is none. */
export function readValue(value: Json, type: FieldType): Json | undefined {
  const text = typeof value === 'string' ? value.trim() : value
  if (text === null || text === '') return null
  switch (type) {
    case 'boolean':
      if (typeof text === 'boolean') return text
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'number':
      if (typeof text === 'number') return Number.isFinite(text) ? text : undefined
      return typeof text === 'string' ? numberIn(text) : undefined
    case 'date':
      return typeof text === 'string' && isDay(text) ? text : undefined
    case 'text':
      if (typeof text === 'number' || typeof text === 'boolean') return String(text)
      return typeof text === 'string' && text.isWellFormed() && !text.includes('\0')
        ? text
        : undefined
  }
}

const daysKnownMax = 50_000
const daysKnown = new Set<string>()

/** The days of a column come again and again, and a calendar is slow to ask. */
function isDay(text: string): boolean {
  if (daysKnown.has(text)) return true
  if (parseDay(text) === null) return false
  if (daysKnown.size >= daysKnownMax) daysKnown.clear()
  daysKnown.add(text)
  return true
}

function numberIn(text: string): number | undefined {
  if (decimal.test(text)) return Number(text)
  const number = scientific.test(text) ? Number(text) : NaN
  return Number.isFinite(number) ? number : undefined
}
