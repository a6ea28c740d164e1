import type {
  AccountId,
  DatasetId,
  DatasetItemId,
  Json,
  JsonObject,
  ProductId,
} from '../kernel/index.ts'

export type FieldType = 'text' | 'number' | 'boolean' | 'date'

export interface DatasetField {
  readonly name: string
  readonly type: FieldType
  /** Kept from front ends in every way; pricing and policies see it. */
  readonly hidden: boolean
}

export interface Dataset {
  readonly id: DatasetId
  readonly accountId: AccountId
  readonly key: string
  readonly name: string
  /** Sorted by fallback: a missing value is taken from the next language. */
  readonly languages: readonly string[]
  readonly access: 'public' | 'locked'
  readonly keyField: string
  readonly fields: readonly DatasetField[]
}

/** The description of the items, which changes only with them. */
export type DatasetForm = Pick<Dataset, 'name' | 'languages' | 'access' | 'keyField' | 'fields'>

/** A stored dataset: one of a folder belongs to its product, any other is shared. */
export interface OwnedDataset extends Dataset {
  readonly productId: ProductId | null
}

/** One item as an import brings it. */
export interface ItemRow {
  /** What identifies the item across imports. */
  readonly key: string
  /** The values common to all languages. */
  readonly values: JsonObject
  /** Per language, the values that differ from the common ones. */
  readonly translations: Readonly<Record<string, JsonObject>>
}

/** An item as pricing and policies see it: whole, in the dataset's first language. */
export interface DatasetItem {
  readonly id: DatasetItemId
  readonly datasetId: DatasetId
  readonly values: JsonObject
}

/** The value of a field in a language, or in the first language after it that has one. */
export function valueIn(
  item: Pick<ItemRow, 'values' | 'translations'>,
  field: string,
  language: string,
  languages: readonly string[],
): Json {
  const own = item.translations[language]?.[field]
  if (own !== undefined && own !== null) return own
  for (const other of languages) {
    const value = item.translations[other]?.[field]
    if (value !== undefined && value !== null) return value
  }
  return item.values[field] ?? null
}
