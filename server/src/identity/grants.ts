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

/** The limits of a permission; null where one of its grants has none, or where it is not granted. */
export function limitsOf(grants: Grants, permission: Permission): readonly Limit[] | null {
  const limits = grants.get(permission) ?? []
  return limits.some(isUnlimited) ? null : limits
}

function isUnlimited({ productIds, distributorIds }: Limit): boolean {
  return productIds === null && distributorIds === null
}

/** Whether a product and a distributor are within the limits. Null for a subject without one. */
export function isWithin(
  limits: readonly Limit[] | null,
  { productId, distributorId }: { readonly productId: string; readonly distributorId: string },
): boolean {
  return (
    limits === null ||
    limits.some(
      ({ productIds, distributorIds }) =>
        (productIds?.includes(productId) ?? true) &&
        (distributorIds?.includes(distributorId) ?? true),
    )
  )
}

/** Whether every right of a grant is a right of one that the caller has, so that it may give it away. */
export function covers(grants: Grants, wanted: Grant): boolean {
  return (grants.get(wanted.permission) ?? []).some(
    (grant) =>
      (!grant.testOnly || wanted.testOnly) &&
      includesAll(grant.productIds, wanted.productIds) &&
      includesAll(grant.distributorIds, wanted.distributorIds),
  )
}

function includesAll(whole: readonly string[] | null, part: readonly string[] | null): boolean {
  if (whole === null) return true
  return part !== null && part.every((one) => whole.includes(one))
}
