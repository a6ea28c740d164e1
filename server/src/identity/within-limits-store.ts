import { type Fragment, fragment, given } from '../database/index.ts'
import { type Limit, isUnlimited } from './grants.ts'

/** How a table knows the rows of some products or distributors. */
type RowsOf = (ids: readonly string[]) => Fragment

export interface LimitColumns {
  readonly product: RowsOf
  readonly distributor: RowsOf
}

/** By a column. One id is compared with `=`, so that an index has its rows in the order of ids. */
export function column(name: string): RowsOf {
  return (ids) =>
    ids.length === 1
      ? { strings: [`${name} = `, ''], holes: [ids[0]] }
      : { strings: [`${name} = any (`, '::text[])'], holes: [[...ids]] }
}

const ownColumns = { product: column('product_id'), distributor: column('distributor_id') }

/**
 * The condition that rows are within the limits of a caller, for searches; null where there are none.
 * It finds what `isWithin` allows.
 */
export function withinLimits(
  limits: readonly Limit[] | null,
  columns: LimitColumns = ownColumns,
): Fragment | null {
  if (limits === null || limits.some(isUnlimited)) return null
  const [first, ...others] = merged(limits).map((limit) => within(limit, columns))
  return others.reduce((some, one) => fragment`(${some} or ${one})`, first ?? fragment`false`)
}

/** Limits to products alone are one limit to all of them, and those to distributors too. */
function merged(limits: readonly Limit[]): Limit[] {
  const ofProducts = limits.filter(({ distributorIds }) => distributorIds === null)
  const ofDistributors = limits.filter(({ productIds }) => productIds === null)
  const productIds = ofProducts.flatMap((limit) => limit.productIds ?? [])
  const distributorIds = ofDistributors.flatMap((limit) => limit.distributorIds ?? [])
  return [
    ...(ofProducts.length > 0 ? [{ productIds, distributorIds: null }] : []),
    ...(ofDistributors.length > 0 ? [{ productIds: null, distributorIds }] : []),
    ...limits.filter((limit) => limit.productIds !== null && limit.distributorIds !== null),
  ]
}

function within({ productIds, distributorIds }: Limit, columns: LimitColumns): Fragment {
  const conditions = [
    given(productIds, columns.product),
    given(distributorIds, columns.distributor),
  ].filter((one) => one !== null)
  return fragment`(${conditions})`
}
