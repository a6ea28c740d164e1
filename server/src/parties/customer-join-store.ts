import type { AccountId, CustomerId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../database/index.ts'
import type { CustomerJoin } from './customer-join.ts'

const columns = fragment`
  id, insurer_id as "insurerId", livemode, customer_id as "customerId", into_id as "intoId", reason,
  joined_by as "joinedBy", joined_at as "joinedAt", split_reason as "splitReason",
  split_by as "splitBy", split_at as "splitAt"`

/** Joins of one insurer in one mode take turns, so that no two of them make a circle. */
export async function lockJoins(
  tx: Queryable,
  { insurerId, livemode }: { readonly insurerId: AccountId; readonly livemode: boolean },
): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(
      ${insurerId}::text || case when ${livemode}::boolean then ' live' else ' test' end, 86))`)
}

export async function insertJoin(tx: Queryable, join: CustomerJoin): Promise<void> {
  await tx.query(sql`
    insert into customer_joins (id, insurer_id, livemode, customer_id, into_id, reason, joined_by,
      joined_at)
    values (${join.id}, ${join.insurerId}, ${join.livemode}, ${join.customerId}, ${join.intoId},
      ${join.reason}, ${join.joinedBy}, ${join.joinedAt})`)
}

export async function updateJoinSplit(
  tx: Queryable,
  { id }: Pick<CustomerJoin, 'id'>,
  split: Pick<CustomerJoin, 'splitReason' | 'splitBy' | 'splitAt'>,
): Promise<void> {
  await tx.query(sql`
    update customer_joins set split_reason = ${split.splitReason}, split_by = ${split.splitBy},
      split_at = ${split.splitAt}
    where id = ${id} and split_at is null`)
}

/** The one that stands for a customer: itself, unless it is joined into another. */
export async function selectRoot(db: Queryable, id: CustomerId): Promise<CustomerId> {
  const rows = await db.query<{ id: CustomerId }>(sql`
    with recursive up as (
      select ${id}::text collate "C" as id, 0 as step
      union all
      select j.into_id, step + 1 from up join customer_joins j on j.customer_id = up.id
      where j.split_at is null)
    select id from up order by step desc limit 1`)
  return rows[0]?.id ?? id
}

/** All that this customer stands for, itself first. */
export async function selectMembers(db: Queryable, root: CustomerId): Promise<CustomerId[]> {
  const rows = await db.query<{ id: CustomerId }>(sql`
    with recursive down as (
      select ${root}::text collate "C" as id, 0 as step
      union all
      select j.customer_id, step + 1 from down join customer_joins j on j.into_id = down.id
      where j.split_at is null)
    select id from down order by step, id`)
  return rows.map(({ id }) => id)
}

/** The joins of these customers, those that were split included, in their order. */
export async function selectJoinsOf(
  db: Queryable,
  customerIds: readonly CustomerId[],
): Promise<CustomerJoin[]> {
  return db.query<CustomerJoin>(compose`
    select ${columns} from customer_joins
    where customer_id = any(${customerIds}) or into_id = any(${customerIds}) order by number`)
}
