import type { Queryable } from '../database/index.ts'
import {
  type Account,
  type Caller,
  type Grant,
  type Role,
  allPermissions,
  builtInRoles,
  covers,
  grantsOfRoles,
  selectOwnRoles,
  unlimited,
} from '../identity/index.ts'
import { grantExceedsOwn, keyExceedsOwn, unknownRole } from './reasons.ts'
import { type Refusal, suggest } from '../kernel/index.ts'

/** Nobody gives away more than they have. */
export function refusalOfGrants(
  { grants: own }: Pick<Caller, 'grants'>,
  given: readonly Grant[],
): Refusal | null {
  const lacking = given.find((grant) => !covers(own, grant))
  return lacking === undefined ? null : grantExceedsOwn(lacking.permission)
}

export function assertOwnGrants(caller: Caller, given: readonly Grant[]): void {
  const refusal = refusalOfGrants(caller, given)
  if (refusal !== null) throw refusal
}

export async function assertOwnRoles(
  tx: Queryable,
  caller: Caller,
  account: Pick<Account, 'id'>,
  roles: readonly string[] | null,
): Promise<void> {
  const own = roles === null ? [] : await selectOwnRoles(tx, account.id)
  const refusal = refusalOfRoles(caller, roles, own)
  if (refusal !== null) throw refusal
}

/**
 * Why a caller may not give somebody, or a key, these roles; null if it may. A key without roles may do
 * everything.
 */
export function refusalOfRoles(
  caller: Pick<Caller, 'grants'>,
  roles: readonly string[] | null,
  /** The roles that the account has made itself. */
  own: readonly Role[],
): Refusal | null {
  if (roles === null) {
    const lacking = allPermissions.find((one) => !covers(caller.grants, unlimited(one)))
    return lacking === undefined ? null : keyExceedsOwn(lacking)
  }
  const known = [...builtInRoles, ...own].map(({ key }) => key)
  const unknown = roles.find((role) => !known.includes(role))
  if (unknown !== undefined) return unknownRole(unknown, suggest(unknown, known))
  return refusalOfGrants(caller, grantsOfRoles(roles, own))
}
