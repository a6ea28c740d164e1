import { type AccountId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import {
  type Caller,
  type ManagedAccount,
  selectAccountsCreatedBy,
  selectMailAddress,
} from '../identity/index.ts'
import { accountNotFound } from './reasons.ts'

/** An insurer manages itself and the accounts that it made. */
export async function managedAccounts(db: Queryable, caller: Caller): Promise<ManagedAccount[]> {
  const { account } = caller
  const mailAddress =
    account.kind === 'distributor' ? await selectMailAddress(db, account.id) : null
  return [{ ...account, mailAddress }, ...(await selectAccountsCreatedBy(db, account.id))]
}

export async function managedAccount(
  db: Queryable,
  caller: Caller,
  id: AccountId,
): Promise<ManagedAccount> {
  const account = (await managedAccounts(db, caller)).find((one) => one.id === id)
  if (account === undefined) throw accountNotFound(id)
  return account
}
