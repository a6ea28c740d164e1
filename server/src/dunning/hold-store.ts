import type { AccountId, DunningHoldId, PolicyId, ProductId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  searchPage,
  sql,
} from '../database/index.ts'
import { type Caller, type LimitColumns, column, withinLimits } from '../identity/index.ts'
import { limitsByPolicy } from '../policies/index.ts'
import type { DunningHold } from './dunning-hold.ts'

const holdColumns = fragment`
  id, insurer_id as "insurerId", livemode, policy_id as "policyId", product_id as "productId",
  reason, until, created_at as "createdAt", created_by as "createdBy",
  released_at as "releasedAt"`

/** The last day on which a policy is held, by itself or with its product; null where it is not. */
export async function selectHeldUntil(
  db: Queryable,
  of: { readonly id: PolicyId; readonly productId: ProductId; readonly livemode: boolean },
  today: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  const rows = await db.query<{ until: Temporal.PlainDate | null }>(sql`
    select max(until) as until from (
      select until from dunning_holds where policy_id = ${of.id} and released_at is null
      union all
      select until from dunning_holds
      where product_id = ${of.productId} and livemode = ${of.livemode} and released_at is null
    ) as held where until >= ${today}`)
  return rows[0]?.until ?? null
}

export async function insertHold(tx: Queryable, hold: DunningHold): Promise<void> {
  await tx.query(sql`
    insert into dunning_holds (id, insurer_id, livemode, policy_id, product_id, reason, until,
      created_at, created_by)
    values (${hold.id}, ${hold.insurerId}, ${hold.livemode}, ${hold.policyId}, ${hold.productId},
      ${hold.reason}, ${hold.until}, ${hold.createdAt}, ${hold.createdBy})`)
}

export async function selectHold(
  db: Queryable,
  id: DunningHoldId,
): Promise<DunningHold | undefined> {
  const rows = await db.query<DunningHold>(compose`
    select ${holdColumns} from dunning_holds where id = ${id}`)
  return rows[0]
}

/** False where the hold is already released. */
export async function updateReleased(
  tx: Queryable,
  id: DunningHoldId,
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update dunning_holds set released_at = ${now} where id = ${id} and released_at is null
    returning id`)
  return rows.length === 1
}

/** A hold of a product concerns all who sell it. */
const limitsOfHolds: LimitColumns = {
  product: (ids) => fragment`(${column('product_id')(ids)} or ${limitsByPolicy.product(ids)})`,
  distributor: limitsByPolicy.distributor,
}

/** An insurer's holds, newest first. */
export function searchHolds(
  db: Queryable,
  wanted: {
    readonly insurerId: AccountId
    readonly livemode: boolean
    readonly limits: Caller['limits']
    readonly policyId: string | null
    readonly productId: string | null
  },
  page: Page,
): Promise<PageRows<DunningHold>> {
  return searchPage(db, page, {
    select: fragment`select ${holdColumns} from dunning_holds`,
    where: [
      ...equal({
        insurer_id: wanted.insurerId,
        livemode: wanted.livemode,
        policy_id: wanted.policyId,
        product_id: wanted.productId,
      }),
      withinLimits(wanted.limits, limitsOfHolds),
    ],
  })
}
