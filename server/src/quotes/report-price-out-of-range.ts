import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { hasEventSince, recordEvents } from '../events/index.ts'
import type { PriceOutOfRange } from './price-out-of-range.ts'

/** A customer who tries one answer after the other is no news each time. */
const quietHours = 1

/**
 * Informs the insurer of a price above the limit by an event, at most once an hour for each product
 * and mode: two requests at the same moment may both record one.
 */
export async function reportPriceOutOfRange(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  found: PriceOutOfRange & { readonly livemode: boolean },
): Promise<void> {
  const { productId, insurerId, livemode } = found
  const type = 'product.price_out_of_range'
  const now = clock()
  const since = now.subtract({ hours: quietHours })
  if (await hasEventSince(db, { type, subjectId: productId, livemode }, since)) return
  const about = { id: productId, livemode, insurerId, distributorId: null }
  const data = {
    product_version_id: found.productVersionId,
    item_id: found.itemId,
    pricing_logic_revision_id: found.pricingRevisionId,
    place: found.place,
    price: found.price,
  }
  await db.transaction((tx) => recordEvents(tx, [{ type, about, data }], now))
}
