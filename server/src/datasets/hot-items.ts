import { LRUCache } from 'lru-cache'
import type { DatasetItemId, ProductVersionId } from '../kernel/index.ts'
import type { ChangeFeed } from '../database/index.ts'
import type { FoundItem } from './item-store.ts'

/** A cache of items that quotes name often, cleared when any dataset changes. */
export interface HotItems {
  /** Items of the contents bound to a version; with null, of the live ones. */
  find(
    versionId: ProductVersionId | null,
    ids: readonly DatasetItemId[],
    load: (missing: readonly DatasetItemId[]) => Promise<FoundItem[]>,
  ): Promise<FoundItem[]>
}

const itemsMax = 20_000
const freshMs = 5_000

/** Caches the items that a process looks up, and clears them when it is notified of an import. */
export function keepHotItems(feed: ChangeFeed): HotItems {
  // By size, because `max` would allocate room for all items at once.
  const kept = new LRUCache<string, FoundItem>({
    maxSize: itemsMax,
    sizeCalculation: () => 1,
    ttl: freshMs,
  })
  let changes = 0
  feed.on('datasets', () => {
    changes += 1
    kept.clear()
  })

  return {
    async find(versionId, ids, load) {
      const placeOf = (id: DatasetItemId) => `${versionId} ${id}`
      const found = ids.map((id) => kept.get(placeOf(id))).filter((item) => item !== undefined)
      if (found.length === ids.length) return found
      const known = new Set(found.map(({ id }) => id))
      const before = changes
      const loaded = await load(ids.filter((id) => !known.has(id)))
      // Items that became stale meanwhile are not cached.
      if (before === changes) for (const item of loaded) kept.set(placeOf(item.id), item)
      return [...found, ...loaded]
    },
  }
}
