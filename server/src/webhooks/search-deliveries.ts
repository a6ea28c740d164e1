import type { Page, PageRows, Queryable } from '../database/index.ts'
import { type EventType, selectEvents } from '../events/index.ts'
import { type FoundDelivery, selectDeliveries } from './delivery-store.ts'

/** A delivery with its event. */
export type ListedDelivery = FoundDelivery & { readonly type: EventType }

/** An endpoint's deliveries, those of the newest events first. */
export async function searchDeliveries(
  db: Queryable,
  search: Parameters<typeof selectDeliveries>[1],
  page: Page,
): Promise<PageRows<ListedDelivery>> {
  const { rows, hasMore } = await selectDeliveries(db, search, page)
  const events = await selectEvents(
    db,
    rows.map(({ id }) => id),
  )
  const types = new Map(events.map(({ id, type }) => [id, type]))
  const listed = rows.map((row) => {
    const type = types.get(row.id)
    if (type === undefined) throw new Error(`event ${row.id} was delivered and is gone`)
    return { ...row, type }
  })
  return { rows: listed, hasMore }
}
