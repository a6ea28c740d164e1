import type { JsonObject } from '../kernel/index.ts'
import type { Layout } from './content.ts'
import { type Dataset, valueIn } from './dataset.ts'
import type { ListRequest } from './list-request.ts'
import type { Texts } from './readers.ts'

/** Writes the entries of a list as JSON, from rows that have these columns. */
export interface EntryWriter {
  readonly columns: string
  readonly write: (row: Texts) => string
}

export function entryWriter(
  dataset: Pick<Dataset, 'languages'>,
  layout: Layout,
  { fields, language }: Pick<ListRequest, 'fields' | 'language'>,
): EntryWriter {
  const translated = new Set(
    layout.columns.filter((one) => one.language !== null).map(({ field }) => field),
  )
  const isTranslated = fields.some((field) => translated.has(field))
  const members = fields.map((field) => ({ field, start: `${JSON.stringify(field)}:` }))
  return {
    columns: isTranslated ? 'id, item_values, translations' : 'id, item_values',
    write([id, values, translations]) {
      const item = { values: objectIn(values), translations: objectIn(translations) }
      const written = members.map(({ field, start }) => {
        return start + JSON.stringify(valueIn(item, field, language, dataset.languages))
      })
      return `{"id":"${id}","value":{${written.join(',')}}}`
    },
  }
}

const empty: Record<string, JsonObject> = {}

function objectIn(text: string | null | undefined): Record<string, JsonObject> {
  if (text === undefined || text === null || text === '{}') return empty
  return JSON.parse(text) as Record<string, JsonObject> // An import wrote it.
}
