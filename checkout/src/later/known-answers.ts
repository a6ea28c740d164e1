import type { Json, JsonObject } from '@bindery/rules/words'
import type { Answer, Answers, Field, Stage } from '../form/field.ts'
import { type Reader, readAnswer, writeAnswer } from '../form/read-answer.ts'
import { fieldsIn } from '../form/rows.ts'

/** What was answered, by the stage in which it was asked. */
type Documents = Readonly<Partial<Record<Stage, unknown>>>

/** What was answered before, as it is written where the reader is. */
export async function knownAnswers(
  fields: readonly Field[],
  documents: Documents,
  reader: Reader,
  /** What an entry of a dataset is called; empty where it is gone, and the field is asked again. */
  entryName: (field: Field, id: string) => Promise<string>,
): Promise<Answers> {
  const rows = rowsFrom(fields, documents)
  const found = fieldsIn(fields, rows).flatMap((field) => {
    const value = valueAt(documents[field.stage], field)
    return value === undefined || value === null || field.list ? [] : [{ field, value }]
  })
  const answers = await Promise.all(
    found.map(async ({ field, value }) => [
      field.id,
      isEntry(field, value)
        ? { value, text: await entryName(field, value) }
        : answerOf(field, value, reader),
    ]),
  )
  return { ...rows, ...(Object.fromEntries(answers) as Answers) }
}

/** How many rows each list has; those within rows are found once these are there. */
function rowsFrom(fields: readonly Field[], documents: Documents): Answers {
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

function isEntry(field: Field, value: Json): value is string {
  return field.control === 'dataset' && typeof value === 'string' && value.startsWith('dai_')
}

function answerOf(field: Field, value: Json, reader: Reader): Answer {
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
