import type { Queryable } from '../database/index.ts'
import {
  type Account,
  type Caller,
  type Grant,
  allPermissions,
  builtInRoles,
  covers,
  grantsOfRoles,
  selectOwnRoles,
  unlimited,
} from '../identity/index.ts'
import { grantExceedsOwn, keyExceedsOwn, unknownRole } from './reasons.ts'
import { suggest } from '../kernel/index.ts'

/** Nobody gives away more than they have. */
export function assertOwnGrants({ grants: own }: Caller, given: readonly Grant[]): void {
  const lacking = given.find((grant) => !covers(own, grant))
  if (lacking !== undefined) throw grantExceedsOwn(lacking.permission)
}

/** The same for what a key of these roles may do. A key without roles may do everything. */
export async function assertOwnRoles(
  tx: Queryable,
  caller: Caller,
  account: Pick<Account, 'id'>,
  roles: readonly string[] | null,
): Promise<void> {
  if (roles === null) {
    const lacking = allPermissions.find((one) => !covers(caller.grants, unlimited(one)))
    if (lacking !== undefined) throw keyExceedsOwn(lacking)
    return
  }
  const own = await selectOwnRoles(tx, account.id)
  const known = [...builtInRoles, ...own].map(({ key }) => key)
  const unknown = roles.find((role) => !known.includes(role))
  if (unknown !== undefined) throw unknownRole(unknown, suggest(unknown, known))
  assertOwnGrants(caller, grantsOfRoles(roles, own))
}
