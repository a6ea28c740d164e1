import { fragment } from '../database/index.ts'
import { type LimitColumns, column } from '../identity/index.ts'

/** Rows of a table that name a policy of these products, or of these distributors. */
function ofPolicies(name: 'product_id' | 'distributor_id'): LimitColumns['product'] {
  const matches = column(`policies.${name}`)
  return (ids) => fragment`exists (
    select from policies where policies.id = policy_id and ${matches(ids)})`
}

/** The limits of tables that know the policy of a row. */
export const limitsByPolicy: LimitColumns = {
  product: ofPolicies('product_id'),
  distributor: ofPolicies('distributor_id'),
}

/** The same for those that know the product besides. */
export const limitsByPolicyAndProduct: LimitColumns = {
  ...limitsByPolicy,
  product: column('product_id'),
}
