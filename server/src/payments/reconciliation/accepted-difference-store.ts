import { type Fragment, type Queryable, compose, fragment, sql } from '../../database/index.ts'
import type { Acceptance, ReconciliationItem } from './reconciliation.ts'

/** Joins an item `i` with its acceptance `a`, which counts as long as the difference is the accepted one. */
export const withAcceptance: Fragment = fragment`
  left join accepted_differences a
    on a.item_id = i.id and a.accepted = i.difference and i.state = 'unmatched'`

/** Whether the acceptance of an item `i` counts. */
export const isAccepted: Fragment = fragment`
  (i.state = 'unmatched' and exists (
    select from accepted_differences a where a.item_id = i.id and a.accepted = i.difference))`

/** Accepts the differences of some items as they are now, in place of what was accepted before. */
export async function upsertAccepted(
  tx: Queryable,
  items: readonly Pick<ReconciliationItem, 'id'>[],
  { reason, acceptedBy, acceptedAt }: Acceptance,
): Promise<void> {
  await tx.query(compose`
    insert into accepted_differences (item_id, accepted, reason, accepted_by, accepted_at)
    select id, difference, ${reason}, ${acceptedBy}, ${acceptedAt}
    from reconciliation_items where id = any(${items.map(({ id }) => id)})
    on conflict (item_id) do update set accepted = excluded.accepted, reason = excluded.reason,
      accepted_by = excluded.accepted_by, accepted_at = excluded.accepted_at`)
}

export async function deleteAccepted(
  tx: Queryable,
  items: readonly Pick<ReconciliationItem, 'id'>[],
): Promise<void> {
  await tx.query(sql`
    delete from accepted_differences where item_id = any(${items.map(({ id }) => id)})`)
}
