import {
  type DatasetItemId,
  type FieldError,
  type Json,
  type JsonObject,
  isJsonObject,
} from '../kernel/index.ts'
import type { DatasetItem } from './dataset.ts'

/** An item id that a client sent instead of the item's values, and its path. */
export interface ItemReference {
  readonly id: DatasetItemId
  /** The dotted path, for example `drivers.0.vehicle`. */
  readonly field: string
}

export type ItemsById = ReadonlyMap<DatasetItemId, DatasetItem>
/** What expanding needs, which is all that a snapshot of old items has. */
type ValuesById = ReadonlyMap<DatasetItemId, Pick<DatasetItem, 'values'>>

export function findItemReferences(data: JsonObject): ItemReference[] {
  const found: ItemReference[] = []
  collect(data, '', found)
  return found
}

function collect(value: Json, place: string, found: ItemReference[]): void {
  if (isItemId(value)) {
    found.push({ id: value, field: place })
  } else if (Array.isArray(value)) {
    value.forEach((element, at) =>
      collect(element, place === '' ? `${at}` : `${place}.${at}`, found),
    )
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      const member = value[name]
      if (member !== undefined) collect(member, place === '' ? name : `${place}.${name}`, found)
    }
  }
}

/**
 * The same data with whole items in place of their ids; the very same object when there are none.
 */
export function expandItems(data: JsonObject, items: ValuesById): JsonObject {
  if (items.size === 0) return data
  return expand(data, items) as JsonObject // An object stays an object: only strings are replaced.
}

function expand(value: Json, items: ValuesById): Json {
  if (isItemId(value)) return items.get(value)?.values ?? value
  if (Array.isArray(value)) return value.map((element) => expand(element, items))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, expand(member, items)]),
  )
}

/**
 * References to items that do not exist, or that this insurer may not use, are errors of their
 * field.
 */
export function unknownItemErrors(
  references: readonly ItemReference[],
  items: ItemsById,
): FieldError[] {
  return references
    .filter((reference) => !items.has(reference.id))
    .map((reference) => ({
      code: 'invalid_value',
      field: reference.field,
      path: 'data',
      rules: ['dataset_item'],
    }))
}

/** Any text that begins with `dai_` counts as a reference to an item, also a malformed one. */
function isItemId(value: Json): value is DatasetItemId {
  return typeof value === 'string' && value.startsWith('dai_')
}
