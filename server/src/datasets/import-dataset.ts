import type { DatasetId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { insertRows } from './content-store.ts'
import type { Dataset, ItemRow } from './dataset.ts'
import { lockDataset } from './dataset-store.ts'
import type { FillRequest, SourceItem } from './fill-content.ts'
import { importItems } from './import-items.ts'

/** The items of a dataset in portions: writing all at once would block the event loop. */
export interface ItemPortions {
  readonly translatedFields: readonly string[]
  readonly portions: () => AsyncIterable<readonly ItemRow[]>
}

/**
 * Creates a shared dataset, or replaces its definition and items. Importing the same again changes
 * nothing. Throws `DatasetTaken` where the key belongs to a product.
 */
export async function importDataset(
  tx: Queryable,
  definition: Omit<Dataset, 'id'>,
  items: readonly ItemRow[],
  now: Temporal.Instant,
): Promise<Dataset> {
  const portions = async function* () {
    yield* portionsOf(items)
  }
  const id = await lockShared(tx, definition, now)
  const dataset = { ...definition, id }
  const request = fillRequestOf(tx, dataset, { translatedFields: translatedIn(items), portions })
  await importItems(tx, { ...request, mode: 'replace' }, now)
  return dataset
}

/** The key belongs to a product, whose folder brings its items. */
export class DatasetTaken extends Error {
  readonly key: string

  constructor(key: string) {
    super(`the dataset ${key} belongs to a product`)
    this.name = 'DatasetTaken'
    this.key = key
  }
}

export async function lockShared(
  tx: Queryable,
  definition: Omit<Dataset, 'id'>,
  now: Temporal.Instant,
): Promise<DatasetId> {
  const id = await lockDataset(tx, { ...definition, productId: null }, now)
  if (id === undefined) throw new DatasetTaken(definition.key)
  return id
}

/** A request that writes the items in the caller's transaction, in portions. */
export function fillRequestOf(tx: Queryable, dataset: Dataset, items: ItemPortions): FillRequest {
  return {
    dataset,
    translatedFields: new Set(items.translatedFields),
    portions: numbered(items.portions()),
    openWriter: (content) => ({
      write: (rows) => insertRows(tx, content, rows),
      end: async () => undefined,
    }),
    reader: tx,
    file: dataset.key,
  }
}

async function* numbered(
  portions: AsyncIterable<readonly ItemRow[]>,
): AsyncGenerator<readonly SourceItem[]> {
  let line = 0
  for await (const portion of portions) {
    yield portion.map((item) => {
      line += 1
      return { ...item, translations: withoutEmpty(item.translations), line }
    })
  }
}

/** Drops empty translations, however the file writes them. */
function withoutEmpty(translations: ItemRow['translations']): ItemRow['translations'] {
  const kept = Object.entries(translations).map(([language, values]) => {
    const own = Object.entries(values).filter(([, value]) => value !== null)
    return [language, Object.fromEntries(own)] as const
  })
  return Object.fromEntries(kept.filter(([, values]) => Object.keys(values).length > 0))
}

export function translatedIn(items: readonly ItemRow[]): string[] {
  const fields = new Set<string>()
  for (const { translations } of items) {
    for (const values of Object.values(translations)) {
      for (const field of Object.keys(values)) fields.add(field)
    }
  }
  return [...fields]
}

const portionItemsMax = 500
const portionCellsMax = 10_000

/** As many items at a time as are written in a few milliseconds. */
export function* portionsOf(items: readonly ItemRow[]): Generator<readonly ItemRow[]> {
  const [first] = items
  const cells = first === undefined ? 1 : Object.keys(first.values).length
  const size = Math.max(1, Math.min(portionItemsMax, Math.floor(portionCellsMax / cells)))
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
