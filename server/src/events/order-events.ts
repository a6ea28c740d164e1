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

/** The most events of one transaction, which stays short however many wait. */
const eventsPerTransactionMax = 5_000

/**
 * Gives every committed event its position in the feed, in short transactions. Any process may do
 * so at any time: writers of events do not wait for it, and it waits for no transaction. Returns
 * how many events there were.
 */
export async function orderEvents(
  db: Database,
  eventsMax: number = eventsPerTransactionMax,
): Promise<number> {
  return (await selectIsBehind(db)) ? orderNewEvents(db, eventsMax) : 0
}

/** The same without looking first, for a caller that knows of new events. */
export async function orderNewEvents(
  db: Database,
  eventsMax: number = eventsPerTransactionMax,
): Promise<number> {
  for (let ordered = 0; ;) {
    const step = await db.transaction((tx) => carryOn(tx, eventsMax))
    ordered += step.count
    if (step.hasManyLate) ordered += await orderLate(db, eventsMax)
    else if (!step.hasMore) return ordered
  }
}

async function carryOn(tx: Transaction, eventsMax: number): Promise<FeedStep> {
  // The statements are sent at once and run one after the other: each has a snapshot of its own,
  // and that of the last is taken after the lock, and after the last place.
  const [, , step] = await Promise.all([
    keepDrawnPlace(tx),
    lockFeedEnd(tx),
    extendFeed(tx, eventsMax),
  ])
  return step ?? extendMovedFeed(tx)
}

/** One transaction may have written more events than one statement has time for. */
async function orderLate(db: Database, eventsMax: number): Promise<number> {
  for (let ordered = 0, after = 0; ;) {
    const { count, upTo } = await db.transaction(async (tx) => {
      const [, , extended] = await Promise.all([
        keepDrawnPlace(tx),
        lockFeedEnd(tx),
        extendByLate(tx, after, eventsMax),
      ])
      return extended
    })
    ordered += count
    after = upTo
    if (count < eventsMax) return ordered
  }
}
