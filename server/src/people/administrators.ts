import type { AccountId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import {
  type Permission,
  grantsIn,
  grantsOfRoles,
  lockAccount,
  selectOwnRoles,
} from '../identity/index.ts'
import { selectActiveRoles } from './member-store.ts'
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
  return members.some((roles) => {
    const grants = grantsIn(grantsOfRoles(roles, own), true)
    return ofAdministrators.every((permission) => grants.has(permission))
  })
}
