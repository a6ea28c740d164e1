import { type CustomerId, type PolicyId, timeHexDigits } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'

/**
 * The policies that were sold to these customers and that they still hold. A sale mints the ids of
 * policy and customer at one moment, so that both begin with the same time: the policies of a customer
 * are found by the ids of that millisecond, and a sale writes no index for it.
 */
export async function selectPoliciesOfCustomers(
  db: Queryable,
  customerIds: readonly CustomerId[],
): Promise<{ readonly id: PolicyId; readonly customerId: CustomerId }[]> {
  const times = customerIds.map((id) => `tpol_${id.slice('tcu_'.length).slice(0, timeHexDigits)}`)
  return db.query(sql`
    select p.id, p.customer_id as "customerId"
    from unnest(${[...customerIds]}::text[], ${times}::text[]) as customer(id, minted)
    cross join lateral (
      select id, customer_id, issued_at from policies
      where id >= customer.minted and id < customer.minted || '~') p
    where p.customer_id = customer.id and p.issued_at is not null
    order by p.id`)
}
