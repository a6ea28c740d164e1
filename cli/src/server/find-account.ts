import type { Account } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'
import type { Server } from './open-server.ts'

/** An account by its key or its id. */
export async function findAccount({ client }: Server, keyOrId: string): Promise<Account> {
  const accounts = await client.manage.accounts.list()
  const found = accounts.find((account) => account.key === keyOrId || account.id === keyOrId)
  if (found !== undefined) return found
  throw new Failure(
    exitCodes.failed,
    `There is no account ${keyOrId}.`,
    `Accounts: ${accounts.map((account) => account.key).join(', ')}. Create one with: bindery accounts create <key>`,
  )
}
