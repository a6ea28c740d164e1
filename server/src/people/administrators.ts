import type { AccountId, Refusal } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import {
  type Permission,
  type Role,
  grantsIn,
  grantsOfRoles,
  lockAccount,
  selectOwnRoles,
} from '../identity/index.ts'
import { type Member, selectActiveRoles } from './member-store.ts'
import { lastAdministrator } from './reasons.ts'

/** Who has these can give everybody everything else. */
const ofAdministrators = ['users.manage', 'roles.manage'] as const satisfies readonly Permission[]

/**
 * Makes a change of people or roles. An account that had an administrator still has one after it, or
 * the change is refused. One such change is made at a time.
 */
export async function keepAnAdministrator<Result>(
  tx: Queryable,
  accountIds: readonly AccountId[],
  change: () => Promise<Result>,
): Promise<Result> {
  const sorted = [...new Set(accountIds)].toSorted()
  for (const id of sorted) await lockAccount(tx, id)
  const led: AccountId[] = []
  for (const id of sorted) if (await hasAdministrator(tx, id)) led.push(id)
  const result = await change()
  for (const id of led) if (!(await hasAdministrator(tx, id))) throw lastAdministrator()
  return result
}

/** Whether somebody who may sign in can manage the people and roles of an account. */
export async function hasAdministrator(tx: Queryable, accountId: AccountId): Promise<boolean> {
  const [members, own] = [
    await selectActiveRoles(tx, accountId),
    await selectOwnRoles(tx, accountId),
  ]
  return members.some((roles) => isAdministrator(roles, own))
}

function isAdministrator(roles: readonly string[], own: readonly Role[]): boolean {
  const grants = grantsIn(grantsOfRoles(roles, own), true)
  return ofAdministrators.every((permission) => grants.has(permission))
}

/** Why a person cannot leave these accounts: one of them would have no administrator. */
export async function refusalOfLeaving(
  db: Queryable,
  memberships: readonly Pick<Member, 'accountId' | 'roles' | 'deactivatedAt'>[],
): Promise<Refusal | null> {
  for (const { accountId, roles, deactivatedAt } of memberships) {
    const own = await selectOwnRoles(db, accountId)
    if (deactivatedAt !== null || !isAdministrator(roles, own)) continue
    const active = await selectActiveRoles(db, accountId)
    const administrators = active.filter((one) => isAdministrator(one, own))
    if (administrators.length === 1) return lastAdministrator()
  }
  return null
}
