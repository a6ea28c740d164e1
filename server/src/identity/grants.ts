import { type Permission, allPermissions } from './permission.ts'

/** The sales and products that a grant is limited to. Null is no limit. */
export interface Limit {
  readonly productIds: readonly string[] | null
  readonly distributorIds: readonly string[] | null
}

/** A permission with its limits, as a role has it. */
export interface Grant extends Limit {
  readonly permission: Permission
  readonly testOnly: boolean
}

/**
 * What a caller may do in its mode, by permission: it covers what any grant of it covers. In test
 * mode a grant that is test-only counts as any other; who gives it away must know that it is.
 */
export type Grants = ReadonlyMap<Permission, readonly Grant[]>

/** Of keys without roles. What their kind and their account allow is checked besides. */
export const everything: Grants = grantsIn(allPermissions.map(unlimited), true)

export function unlimited(permission: Permission): Grant {
  return { permission, productIds: null, distributorIds: null, testOnly: false }
}

export function grantsIn(grants: readonly Grant[], livemode: boolean): Grants {
  const valid = grants.filter(({ testOnly }) => !(testOnly && livemode))
  return Map.groupBy(valid, ({ permission }) => permission)
}

/** The limits of a permission: null where one of its grants has none, empty where none grants it. */
export function limitsOf(grants: Grants, permission: Permission): readonly Limit[] | null {
  const limits = grants.get(permission) ?? []
  return limits.some(isUnlimited) ? null : limits
}

export function isUnlimited({ productIds, distributorIds }: Limit): boolean {
  return productIds === null && distributorIds === null
}

/**
 * Whether a product and a distributor are within the limits. What concerns all distributors has none,
 * and is outside of limits to some of them.
 */
export function isWithin(
  limits: readonly Limit[] | null,
  {
    productId,
    distributorId,
  }: { readonly productId: string; readonly distributorId: string | null },
): boolean {
  return (
    limits === null ||
    limits.some(
      ({ productIds, distributorIds }) =>
        (productIds?.includes(productId) ?? true) &&
        (distributorIds === null ||
          (distributorId !== null && distributorIds.includes(distributorId))),
    )
  )
}

/** Whether any sale of a product can be within the limits. */
export function allowsProduct(limits: readonly Limit[] | null, productId: string): boolean {
  return limits === null || limits.some(({ productIds }) => productIds?.includes(productId) ?? true)
}

/**
 * Whether the caller has every right of a grant, so that it may give it away. Several grants may have
 * them together: two that are limited to one product each cover one that is limited to both.
 */
export function covers(grants: Grants, wanted: Grant): boolean {
  const own = (grants.get(wanted.permission) ?? []).filter(
    ({ testOnly }) => !testOnly || wanted.testOnly,
  )
  // Null is a product or a distributor that no grant names. Who has rights to it has them to all.
  const products = wanted.productIds ?? [null]
  const distributors = wanted.distributorIds ?? [null]
  const isOwn = (product: string | null, distributor: string | null) =>
    own.some(
      ({ productIds, distributorIds }) =>
        names(productIds, product) && names(distributorIds, distributor),
    )
  return (
    own.length > 0 && products.every((product) => distributors.every((one) => isOwn(product, one)))
  )
}

function names(limit: readonly string[] | null, id: string | null): boolean {
  return limit === null || (id !== null && limit.includes(id))
}
