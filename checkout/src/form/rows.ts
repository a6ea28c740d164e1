import type { Answers, Field } from './field.ts'

/** A limit that no customer reaches by hand. */
export const rowsMax = 100

/** All fields with these answers: the fields of a list are repeated for each row. */
export function fieldsIn(fields: readonly Field[], answers: Answers): Field[] {
  return fields.flatMap((field) => {
    const rows = Array.from({ length: rowsOf(field, answers) }, (_, at) => rowAt(field, at))
    return [field, ...fieldsIn(rows.flat(), answers)]
  })
}

/** The number of rows of a list: the minimum, or more if the customer added rows. */
export function rowsOf({ id, list }: Field, answers: Answers): number {
  if (list === undefined) return 0
  return Math.min(rowsMax, Math.max(list.rowsMin, Number(answers[id]?.text) || 0))
}

/** The fields of one row. */
export function rowAt({ id, list }: Field, at: number): Field[] {
  return (list?.fields ?? []).map((field) => ({ ...placed(field, at), within: id }))
}

/** Sets the row in the names, also of fields in lists within the row. */
function placed(field: Field, at: number): Field {
  const { id, question, list } = field
  return {
    ...field,
    id: id.replace('*', String(at)),
    question: { ...question, name: question.name.replace('*', String(at)) },
    ...(list !== undefined && {
      list: { ...list, fields: list.fields.map((one) => placed(one, at)) },
    }),
  }
}
