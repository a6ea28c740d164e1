import { findAccount } from '../../server/find-account.ts'
import type { Server } from '../../server/open-server.ts'

export interface AccountOption {
  readonly account?: string
}

/** The account of the roles as the server takes it; empty for the caller's own. */
export async function accountOf(
  server: Server,
  { account }: AccountOption,
): Promise<{ account_id?: string }> {
  return account === undefined ? {} : { account_id: (await findAccount(server, account)).id }
}
