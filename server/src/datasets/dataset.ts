import type { AccountId, DatasetId, DatasetItemId, JsonObject } from '../kernel/index.ts'

export interface DatasetField {
  readonly name: string
  readonly type: 'text' | 'number' | 'boolean' | 'date'
  /** Kept from front ends in every way; pricing and policies see it. */
  readonly hidden: boolean
}

export interface Dataset {
  readonly id: DatasetId
  readonly accountId: AccountId
  readonly key: string
  readonly name: string
  readonly languages: readonly string[]
  readonly access: 'public' | 'locked'
  readonly keyField: string
  readonly fields: readonly DatasetField[]
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
