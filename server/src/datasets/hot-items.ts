import { LRUCache } from 'lru-cache'
import type { DatasetItemId } from '../kernel/index.ts'
import type { ChangeFeed, Database, Queryable } from '../database/index.ts'
import type { FoundItem } from './dataset-store.ts'

/** Items that quotes name again and again, kept in memory until any dataset changes. */
interface HotItems {
  find(
    ids: readonly DatasetItemId[],
    load: (missing: readonly DatasetItemId[]) => Promise<FoundItem[]>,
  ): Promise<FoundItem[]>
}

const itemsMax = 20_000
const freshMs = 5_000

/** By database, and not by transaction: a transaction must see what it has itself changed. */
const hotItems = new WeakMap<Queryable, HotItems>()

export function hotItemsOf(db: Queryable): HotItems | undefined {
  return hotItems.get(db)
}

/** From now on the items that this process looks up are kept, and forgotten when an import is heard of. */
export function keepHotItems(db: Database, feed: ChangeFeed): void {
  const kept = new LRUCache<DatasetItemId, FoundItem>({ max: itemsMax, ttl: freshMs })
  let changes = 0
  feed.on('datasets', () => {
    changes += 1
    kept.clear()
  })

  hotItems.set(db, {
    async find(ids, load) {
      const found = ids.map((id) => kept.get(id)).filter((item) => item !== undefined)
      if (found.length === ids.length) return found
      const known = new Set(found.map(({ id }) => id))
      const before = changes
      const loaded = await load(ids.filter((id) => !known.has(id)))
      // What was announced as stale meanwhile is not kept.
      if (before === changes) for (const item of loaded) kept.set(item.id, item)
      return [...found, ...loaded]
    },
  })
}
