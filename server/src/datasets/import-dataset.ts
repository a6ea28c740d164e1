import type { Queryable } from '../database/index.ts'
import { insertRows } from './content-store.ts'
import type { Dataset, ItemRow } from './dataset.ts'
import { upsertDataset } from './dataset-store.ts'
import { importItems } from './import-items.ts'

const portionItems = 2_000

/** Makes the dataset and its items what they are given as. Importing the same again changes nothing. */
export async function importDataset(
  tx: Queryable,
  definition: Omit<Dataset, 'id'>,
  items: readonly ItemRow[],
  now: Temporal.Instant,
): Promise<Dataset> {
  const dataset = await upsertDataset(tx, definition, now)
  await importItems(
    tx,
    {
      dataset,
      mode: 'replace',
      translatedFields: new Set(items.flatMap(translatedIn)),
      portions: portionsOf(items),
      openWriter: (content) => ({
        write: (rows) => insertRows(tx, content, rows),
        end: async () => undefined,
      }),
      reader: tx,
      file: definition.key,
    },
    now,
  )
  return dataset
}

function translatedIn(item: ItemRow): string[] {
  return Object.values(item.translations).flatMap((values) => Object.keys(values))
}

function* portionsOf(items: readonly ItemRow[]) {
  for (let from = 0; from < items.length; from += portionItems) {
    yield items.slice(from, from + portionItems).map((item, at) => ({
      ...item,
      translations: withoutEmpty(item.translations),
      line: from + at + 1,
    }))
  }
}

/** A language that has no value of its own says nothing, however its file says that. */
function withoutEmpty(translations: ItemRow['translations']): ItemRow['translations'] {
  const kept = Object.entries(translations).map(([language, values]) => {
    const own = Object.entries(values).filter(([, value]) => value !== null)
    return [language, Object.fromEntries(own)] as const
  })
  return Object.fromEntries(kept.filter(([, values]) => Object.keys(values).length > 0))
}
