import type { AccountId, DatasetId, Json } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { selectLiteralsFound, selectUsableItems } from './dataset-store.ts'
import type { ItemReference, ItemsById } from './expand-items.ts'

const none: ItemsById = new Map()

/** The items behind all references of a request: one round trip, and none where there are none. */
export async function lookUpItems(
  db: Queryable,
  insurerId: AccountId,
  references: readonly ItemReference[],
): Promise<ItemsById> {
  if (references.length === 0) return none
  const ids = [...new Set(references.map((reference) => reference.id))]
  const items = await selectUsableItems(db, insurerId, ids)
  return new Map(items.map((item) => [item.id, item]))
}

export interface Literal {
  readonly datasetId: DatasetId
  readonly field: string | null
  readonly value: Json
}

/** Tells which literals stand in their datasets, for rules that accept a value as well as an id. */
export async function lookUpLiterals(
  db: Queryable,
  literals: readonly Literal[],
): Promise<(literal: Literal) => boolean> {
  if (literals.length === 0) return () => false
  const found = await selectLiteralsFound(
    db,
    literals.map(({ datasetId, field, value }) => ({ datasetId, field, value: textOf(value) })),
  )
  const known = new Set(literals.filter((_, at) => found[at] === true).map(literalKey))
  return (literal) => known.has(literalKey(literal))
}

function literalKey({ datasetId, field, value }: Literal): string {
  return JSON.stringify([datasetId, field, textOf(value)])
}

/** As PostgreSQL writes a JSON value as text. */
function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
