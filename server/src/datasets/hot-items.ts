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
  let kept = new Map<DatasetItemId, { item: FoundItem; freshUntilMs: number }>()
  feed.on('datasets', () => {
    kept = new Map()
  })

  function freshItem(id: DatasetItemId): FoundItem | undefined {
    const entry = kept.get(id)
    return entry !== undefined && performance.now() < entry.freshUntilMs ? entry.item : undefined
  }

  hotItems.set(db, {
    async find(ids, load) {
      const found = ids.map(freshItem).filter((item) => item !== undefined)
      if (found.length === ids.length) return found
      const before = kept
      const missing = ids.filter((id) => freshItem(id) === undefined)
      const loaded = await load(missing)
      // What was announced as stale meanwhile went with the old map, and is not put into the new.
      for (const item of loaded) {
        before.delete(item.id)
        before.set(item.id, { item, freshUntilMs: performance.now() + freshMs })
      }
      for (const oldest of before.keys()) {
        if (before.size <= itemsMax) break
        before.delete(oldest)
      }
      return [...found, ...loaded]
    },
  })
}
