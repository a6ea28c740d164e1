import type { AccountId, DatasetItemId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type DatasetItem, valueIn } from './dataset.ts'
import { type FoundItem, selectItems } from './dataset-store.ts'
import type { ItemReference, ItemsById } from './expand-items.ts'
import { hotItemsOf } from './hot-items.ts'

const none: ItemsById = new Map()

/**
 * The items behind all references of a request, as far as the insurer may use them: its own
 * datasets and public ones. One round trip at most, and none for items that are asked for often.
 */
export async function lookUpItems(
  db: Queryable,
  insurerId: AccountId,
  references: readonly ItemReference[],
): Promise<ItemsById> {
  if (references.length === 0) return none
  const ids = [...new Set(references.map((reference) => reference.id))]
  const items = await findItemsById(db, ids)
  return new Map(
    items
      .filter(({ dataset }) => dataset.access === 'public' || dataset.accountId === insurerId)
      .map((item) => [item.id, toDatasetItem(item)]),
  )
}

async function findItemsById(db: Queryable, ids: readonly DatasetItemId[]): Promise<FoundItem[]> {
  const hot = hotItemsOf(db)
  if (hot === undefined) return selectItems(db, ids)
  return hot.find(ids, (missing) => selectItems(db, missing))
}

function toDatasetItem({ id, dataset, values, translations }: FoundItem): DatasetItem {
  const [language = ''] = dataset.languages
  const inLanguage = dataset.fields.map(({ name }) => [
    name,
    valueIn({ values, translations }, name, language, dataset.languages),
  ])
  return {
    id,
    datasetId: dataset.id,
    values: { id, ...(Object.fromEntries(inLanguage) as DatasetItem['values']) }, // Pairs of name and value.
  }
}
