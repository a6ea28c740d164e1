import type { Database } from '../database/index.ts'
import {
  extendByLate,
  extendFeed,
  extendMovedFeed,
  lockFeedEnd,
  selectBehind,
} from './order-store.ts'

/** In one transaction, so that it stays short however many have gathered. */
const placesPerTransactionMax = 5_000

/**
 * Gives every event that is committed its position in the feed. Anybody may do so at any time: it is
 * done in short transactions, one after the other, off the path of those who write events, and for
 * nobody's transaction is waited. Says how many events there were.
 */
export async function orderEvents(
  db: Database,
  placesMax: number = placesPerTransactionMax,
): Promise<number> {
  const { isBehind, hasManyLate } = await selectBehind(db, placesMax)
  if (!isBehind) return 0
  for (let ordered = hasManyLate ? await orderLate(db, placesMax) : 0; ;) {
    const { count, hasMore } = await db.transaction(async (tx) => {
      const end = await lockFeedEnd(tx)
      // A statement of its own: its snapshot has to be taken after the lock, and after the last place.
      return end.hasMoved ? extendMovedFeed(tx, end) : extendFeed(tx, end, placesMax)
    })
    ordered += count
    if (!hasMore) return ordered
  }
}

/** What one transaction has written may be more than one statement has time for. */
async function orderLate(db: Database, placesMax: number): Promise<number> {
  for (let ordered = 0, after = 0; ;) {
    const { count, upTo } = await db.transaction(async (tx) => {
      const { hasMoved } = await lockFeedEnd(tx)
      return hasMoved ? { count: 0, upTo: 0 } : extendByLate(tx, after, placesMax)
    })
    ordered += count
    after = upTo
    if (count < placesMax) return ordered
  }
}
