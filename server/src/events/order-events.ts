import type { Database, Transaction } from '../database/index.ts'
import {
  type FeedStep,
  extendByLate,
  extendFeed,
  extendMovedFeed,
  keepDrawnPlace,
  lockFeedEnd,
  selectIsBehind,
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
  return (await selectIsBehind(db)) ? orderNewEvents(db, placesMax) : 0
}

/** The same for whoever knows that there are some: it does not look first. */
export async function orderNewEvents(
  db: Database,
  placesMax: number = placesPerTransactionMax,
): Promise<number> {
  for (let ordered = 0; ;) {
    const step = await db.transaction((tx) => carryOn(tx, placesMax))
    ordered += step.count
    if (step.hasManyLate) ordered += await orderLate(db, placesMax)
    else if (!step.hasMore) return ordered
  }
}

async function carryOn(tx: Transaction, placesMax: number): Promise<FeedStep> {
  // They are sent together and carried out one after the other: each has a snapshot of its own, and
  // that of the last is taken after the lock, and after the last place.
  const [, , step] = await Promise.all([
    keepDrawnPlace(tx),
    lockFeedEnd(tx),
    extendFeed(tx, placesMax),
  ])
  return step ?? extendMovedFeed(tx)
}

/** What one transaction has written may be more than one statement has time for. */
async function orderLate(db: Database, placesMax: number): Promise<number> {
  for (let ordered = 0, after = 0; ;) {
    const { count, upTo } = await db.transaction(async (tx) => {
      const [, , extended] = await Promise.all([
        keepDrawnPlace(tx),
        lockFeedEnd(tx),
        extendByLate(tx, after, placesMax),
      ])
      return extended
    })
    ordered += count
    after = upTo
    if (count < placesMax) return ordered
  }
}
