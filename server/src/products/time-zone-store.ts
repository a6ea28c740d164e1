import type { AccountId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'

/**
 * The time zone of an account: that of most of the products that it owns or sells, and among equals
 * of the oldest. Null before the first product.
 */
export async function selectTimeZone(db: Queryable, accountId: AccountId): Promise<string | null> {
  const products = await db.query<{ readonly timeZone: string }>(sql`
    select version.definition ->> 'timeZone' as "timeZone"
    from products product
      join lateral (
        select definition from product_versions
        where product_id = product.id and number is not null
        order by id = product.live_version_id desc nulls last, number desc limit 1) version on true
    where product.insurer_id = ${accountId}
      or product.id in (select product_id from integrations where distributor_id = ${accountId})
    order by product.id`)
  const zones = Map.groupBy(products, ({ timeZone }) => timeZone)
  const [most] = [...zones].toSorted(([, some], [, others]) => others.length - some.length)
  return most?.[0] ?? null
}
