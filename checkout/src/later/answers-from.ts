import type { Json, JsonObject } from '@bindery/rules/words'
import type { DatasetItem } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import type { Answer, Answers, Field, Stage } from '../form/field.ts'
import { readAnswer, writeAnswer } from '../form/read-answer.ts'
import { nameOf } from '../form/entry-name.ts'
import { fieldsIn } from '../form/rows.ts'
import { untilAnswered } from '../sale/repeat.ts'
import type { Opened, Store } from '../sale/sale.ts'
import { openedOf } from '../sale/state.ts'

/** What was answered before, as it is written in this customer's language. */
export async function answersFrom(
  store: Store,
  documents: Readonly<Partial<Record<Stage, unknown>>>,
): Promise<Answers> {
  const opened = openedOf(store)
  const rows = rowsFrom(opened.fields, documents)
  const found = fieldsIn(opened.fields, rows).flatMap((field) => {
    const value = valueAt(documents[field.stage], field)
    return value === undefined || value === null || field.list ? [] : [{ field, value }]
  })
  const answers = await Promise.all(
    found.map(async ({ field, value }) => [field.id, await answerOf(store, opened, field, value)]),
  )
  return { ...rows, ...(Object.fromEntries(answers) as Answers) }
}

/** How many rows each list has; those within rows are found once these are there. */
function rowsFrom(
  fields: readonly Field[],
  documents: Readonly<Partial<Record<Stage, unknown>>>,
): Answers {
  const rows: Record<string, Answer> = {}
  for (;;) {
    const lists = fieldsIn(fields, rows).filter(({ id, list }) => list && rows[id] === undefined)
    if (lists.length === 0) return rows
    for (const field of lists) {
      const value = valueAt(documents[field.stage], field)
      const text = String(Array.isArray(value) ? value.length : 0)
      rows[field.id] = { text, value: undefined }
    }
  }
}

/** What a document says at the place of a field. */
export function valueAt(document: unknown, { question: { path, name } }: Field): Json | undefined {
  const steps = [...(path === null ? [] : [path]), ...name.split('.')]
  return steps.reduce<unknown>(
    (at, step) => (Object.hasOwn(Object(at), step) ? (at as JsonObject)[step] : undefined),
    document,
  ) as Json | undefined // It was JSON when it came.
}

async function answerOf(
  store: Store,
  { locale, form }: Opened,
  field: Field,
  value: Json,
): Promise<Answer> {
  const reader = { locale, currency: form.currency }
  if (field.control === 'dataset' && typeof value === 'string' && value.startsWith('dai_')) {
    return { value, text: await entryName(store, field, value) }
  }
  if (field.control === 'many') return { value, text: JSON.stringify(value) }
  const choice = field.choices.find((one) => one.value === value)
  if (choice !== undefined) return { value, text: choice.text }
  const text = typeof value === 'object' ? '' : String(value)
  // What could not be read when it was entered is read again, and complained of again.
  if (typeof value === 'string' && field.control !== 'date') {
    return writeAnswer(field, readAnswer(field, text, reader), reader)
  }
  return writeAnswer(field, { value, text }, reader)
}

/** What an entry is called; where it is gone nothing is shown, and the field is asked again. */
async function entryName(store: Store, field: Field, id: string): Promise<string> {
  const { locale } = openedOf(store)
  try {
    const path = `dataset_items/${id}?language=${locale.language}`
    const { data } = await untilAnswered(store, () => store.server.ask<DatasetItem>(path, {}))
    return nameOf(data, field.question.dataset_fields).name
  } catch (error) {
    if (error instanceof Refused) return ''
    throw error
  }
}
