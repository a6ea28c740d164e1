import { didYouMean, suggest } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import {
  type Account,
  type Grant,
  type LimitKind,
  type Permission,
  allPermissions,
  isPermission,
  mayBeLimitedTo,
  selectAccount,
  selectAccountsCreatedBy,
} from '../identity/index.ts'
import { selectProductsOf, selectSellersOf } from '../products/index.ts'
import {
  limitNotPossible,
  roleDistributorNotFound,
  roleProductNotFound,
  unknownPermission,
} from './reasons.ts'

/** A grant as it is requested: products and distributors by id or key. */
export interface RequestedGrant {
  readonly permission: string
  readonly products: readonly string[] | null
  readonly distributors: readonly string[] | null
  readonly testOnly: boolean
}

interface Named {
  readonly id: string
  readonly key: string
}

/** The grants with the ids of what they name, for a role of this account. */
export async function resolveGrants(
  tx: Queryable,
  account: Account,
  requested: readonly RequestedGrant[],
): Promise<Grant[]> {
  const checked = requested.map((grant) => ({ ...grant, permission: checkGrant(grant) }))
  const products = checked.some((grant) => grant.products !== null)
    ? await selectProductsOf(tx, account.id)
    : []
  const distributors = checked.some((grant) => grant.distributors !== null)
    ? await distributorsOf(tx, account)
    : []
  return checked.map((grant) => ({
    permission: grant.permission,
    productIds: idsIn(products, grant.products, roleProductNotFound),
    distributorIds: idsIn(distributors, grant.distributors, roleDistributorNotFound),
    testOnly: grant.testOnly,
  }))
}

/** The permission, if it exists and can have the limits. */
function checkGrant({ permission, products, distributors, testOnly }: RequestedGrant): Permission {
  if (!isPermission(permission)) {
    throw unknownPermission(permission, suggest(permission, allPermissions))
  }
  const limits = { products: products !== null, distributors: distributors !== null }
  for (const [kind, isWanted] of Object.entries({ ...limits, test_mode: testOnly })) {
    const limit = kind as LimitKind // As the object above names them.
    if (isWanted && !mayBeLimitedTo(permission, limit)) throw limitNotPossible(permission, limit)
  }
  return permission
}

function idsIn(
  known: readonly Named[],
  names: readonly string[] | null,
  refuse: typeof roleProductNotFound,
): string[] | null {
  if (names === null) return null
  const ids = names.map((name) => {
    const [found, ...others] = known.filter(({ id, key }) => id === name || key === name)
    if (found !== undefined && others.length === 0) return found.id
    if (found !== undefined) throw refuse(name, 'Several have this key: name one by its id.')
    throw refuse(name, didYouMean(name, new Set(known.map(({ key }) => key))) ?? '')
  })
  return [...new Set(ids)]
}

/** The distributors that sell for an insurer; a distributor sells for itself. */
async function distributorsOf(tx: Queryable, account: Account): Promise<Account[]> {
  if (account.kind === 'distributor') return [account]
  const own = await selectAccountsCreatedBy(tx, account.id)
  const sellers = await selectSellersOf(tx, account.id)
  const independent = sellers.filter((id) => !own.some((one) => one.id === id))
  const found = await Promise.all(independent.map((id) => selectAccount(tx, id)))
  return [...own, ...found.filter((one) => one !== undefined)]
}
