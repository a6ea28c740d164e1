import type { User } from '@bindery/sdk'
import { Failure, exitCodes } from '../../failure.ts'
import type { Server } from '../../server/open-server.ts'
import { type AccountOption, accountOf } from '../roles/account-option.ts'

/** A person by id or e-mail address, with the account as the server takes it. */
export async function findUser(
  server: Server,
  options: AccountOption,
  idOrEmail: string,
): Promise<{ readonly user: User; readonly of: { account_id?: string } }> {
  const of = await accountOf(server, options)
  const users = await server.client.manage.users.list(of)
  const user = users.find(({ id, email }) => id === idOrEmail || email === idOrEmail.toLowerCase())
  if (user !== undefined) return { user, of }
  const fix = 'List the people with: bindery users list'
  throw new Failure(exitCodes.failed, `There is no person ${idOrEmail}.`, fix)
}
