import { type Account, type Caller, isWithin } from '../../identity/index.ts'
import type { AccountId } from '../../kernel/index.ts'
import { accountNotFound, managedAccount } from '../../management/index.ts'
import type { HttpDeps } from '../deps.ts'

/** A distributor of this insurer, within the limits of its key; or a distributor itself. */
export async function findDistributor(
  { db }: Pick<HttpDeps, 'db'>,
  caller: Caller,
  id: string,
): Promise<Account> {
  const found = await managedAccount(db, caller, id as AccountId) // Only looked up.
  const isSeen = isWithin(caller.limits, { productId: '', distributorId: found.id })
  if (found.kind !== 'distributor' || !isSeen) throw accountNotFound(id)
  return found
}
