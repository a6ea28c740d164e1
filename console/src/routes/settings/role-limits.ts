import type { RowOf } from '@bindery/sdk'

export type Permission = RowOf<'listPermissions'>
export type Grant = RowOf<'listRoles'>['grants'][number]

/** What all permissions of a role are limited to. No product means all products. */
export interface Limits {
  readonly products: readonly string[]
  readonly distributors: readonly string[]
  readonly isTestOnly: boolean
}

export const noLimits: Limits = { products: [], distributors: [], isTestOnly: false }

/** A grant with those of the limits that its permission can have. */
export function limitedGrant(permission: Permission, limits: Limits): Grant {
  const can = new Set(permission.limits)
  const named = (ids: readonly string[]) => (ids.length === 0 ? null : [...ids])
  return {
    permission: permission.permission,
    product_ids: can.has('products') ? named(limits.products) : null,
    distributor_ids: can.has('distributors') ? named(limits.distributors) : null,
    test_only: can.has('test_mode') && limits.isTestOnly,
  }
}

/** The limits that all grants have alike; null where each has its own. */
export function limitsOf(
  grants: readonly Grant[],
  permissions: readonly Permission[],
): Limits | null {
  const limits: Limits = {
    products: grants.find(({ product_ids: ids }) => ids !== null)?.product_ids ?? [],
    distributors: grants.find(({ distributor_ids: ids }) => ids !== null)?.distributor_ids ?? [],
    isTestOnly: grants.some(({ test_only: isTestOnly }) => isTestOnly),
  }
  const text = (grant: Grant) =>
    JSON.stringify([grant.permission, grant.product_ids, grant.distributor_ids, grant.test_only])
  const alike = new Set(permissions.map((one) => text(limitedGrant(one, limits))))
  return grants.every((grant) => alike.has(text(grant))) ? limits : null
}

/** Whether somebody who has these limits covers a grant: nobody gives away more than they have. */
export function covers(
  own: readonly Pick<Grant, 'product_ids' | 'distributor_ids'>[],
  grant: Grant,
): boolean {
  const within = (most: readonly string[] | null, wanted: readonly string[] | null) =>
    most === null || (wanted !== null && wanted.every((id) => most.includes(id)))
  return own.some(
    ({ product_ids: products, distributor_ids: distributors }) =>
      within(products, grant.product_ids) && within(distributors, grant.distributor_ids),
  )
}
