import type { AccountId, PolicyId, ProductId } from '../kernel/index.ts'
import { type Queryable, fragment, sql } from '../database/index.ts'

/** Of what a policy is, and who sold it. */
export interface SaleOfPolicy {
  readonly productId: ProductId
  readonly distributorId: AccountId
  readonly currency: string
}

export async function selectSalesOf(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<ReadonlyMap<PolicyId, SaleOfPolicy>> {
  if (policyIds.length === 0) return new Map()
  const rows = await db.query<SaleOfPolicy & { readonly id: PolicyId }>(sql`
    select id, product_id as "productId", distributor_id as "distributorId", currency
    from policies where id = any(${policyIds})`)
  return new Map(rows.map(({ id, ...sale }) => [id, sale]))
}

/** The product of the policy that a row of another table names. */
export const productOfPolicy = fragment`(
  select policies.product_id from policies where policies.id = policy_id)`
