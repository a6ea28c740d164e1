import type { DatasetId, Json } from '../kernel/index.ts'
import type { Queryable, Statement } from '../database/index.ts'
import { type FieldColumns, tableOf } from './content.ts'
import { unnamed } from './content-store.ts'
import type { Dataset } from './dataset.ts'
import { type StoredContent, selectDatasetContent } from './dataset-store.ts'
import { fold } from './fold.ts'
import type { Parameter } from './filter.ts'
import { beginningOf } from './sort-key.ts'

export interface Literal {
  readonly datasetId: DatasetId
  /** Null for any field that front ends may see. */
  readonly field: string | null
  readonly value: Json
}

/** Tells which literals stand in their datasets, for rules that accept a value as well as an id. */
export async function lookUpLiterals(
  db: Queryable,
  literals: readonly Literal[],
): Promise<(literal: Literal) => boolean> {
  if (literals.length === 0) return () => false
  const ids = [...new Set(literals.map(({ datasetId }) => datasetId))]
  const found = await Promise.all(ids.map((id) => selectDatasetContent(db, id)))
  const contents = new Map(found.map((one) => [one?.dataset.id, one]))
  const asked = literals.filter(({ datasetId }) => contents.get(datasetId)?.content != null)
  if (asked.length === 0) return () => false
  const [row] = await db.query<Record<string, boolean>>(
    statementFor(asked, (id) => {
      const one = contents.get(id)
      if (one?.content == null) throw new Error(`${id} was just found to have content`)
      return { dataset: one.dataset, content: one.content }
    }),
  )
  const known = new Set(asked.filter((_, at) => row?.[`l${at}`] === true).map(literalKey))
  return (literal) => known.has(literalKey(literal))
}

function statementFor(
  literals: readonly Literal[],
  home: (id: DatasetId) => { dataset: Dataset; content: StoredContent },
): Statement {
  const values: unknown[] = []
  const parameter: Parameter = (value) => `$${values.push(value)}`
  const answers = literals.map((literal, at) => {
    const { dataset, content } = home(literal.datasetId)
    const conditions = conditionsFor(literal, dataset, content, parameter)
    const anyOf = conditions.length === 0 ? 'false' : conditions.join(' or ')
    return `exists (select from ${tableOf(content.id)} where ${anyOf}) as l${at}`
  })
  return unnamed(`select ${answers.join(', ')}`, values)
}

function conditionsFor(
  { field, value }: Literal,
  dataset: Dataset,
  content: StoredContent,
  parameter: Parameter,
): string[] {
  const text = textOf(value)
  if (field !== null && field === dataset.keyField) return [`key = ${parameter(text)}`]
  const isHidden = dataset.fields.some(({ name, hidden }) => name === field && hidden)
  if (field !== null && isHidden) {
    return [`item_values ->> ${parameter(field)} = ${parameter(text)}`]
  }
  return content.layout.columns
    .filter((one) => field === null || one.field === field)
    .map((columns) => holds(columns, text, parameter))
    .filter((condition) => condition !== null)
}

function holds({ type, stem }: FieldColumns, text: string, parameter: Parameter): string | null {
  if (type === 'number') {
    const number = Number(text)
    return text !== '' && String(number) === text
      ? `${stem}_n = ${parameter(number)}::double precision`
      : null
  }
  // The folded text finds it by an index, if there is one; the text itself must be the same.
  const exact = beginningOf(text)
  const folded = beginningOf(fold(exact))
  return `(${stem}_s = ${parameter(folded)} and ${stem}_t = ${parameter(exact)})`
}

function literalKey({ datasetId, field, value }: Literal): string {
  return JSON.stringify([datasetId, field, textOf(value)])
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
