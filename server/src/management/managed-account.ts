import { type AccountId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type Account, type Caller, selectAccountsCreatedBy } from '../identity/index.ts'
import { accountNotFound } from './reasons.ts'

/** An insurer manages itself and the accounts that it made. */
export async function managedAccounts(db: Queryable, caller: Caller): Promise<Account[]> {
  return [caller.account, ...(await selectAccountsCreatedBy(db, caller.account.id))]
}

export async function managedAccount(
  db: Queryable,
  caller: Caller,
  id: AccountId,
): Promise<Account> {
  const account = (await managedAccounts(db, caller)).find((one) => one.id === id)
  if (account === undefined) throw accountNotFound(id)
  return account
}
