import type { Client } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'

/** The id of a distributor that is named by its key or its id. */
export async function distributorIdOf(client: Client, name: string): Promise<string> {
  const accounts = await client.manage.accounts.list()
  const found = accounts.find((one) => [one.id, one.key].includes(name))
  if (found !== undefined) return found.id
  const keys = accounts.filter(({ kind }) => kind === 'distributor').map(({ key }) => key)
  throw new Failure(
    exitCodes.failed,
    `There is no distributor ${name}.`,
    `There are: ${keys.join(', ')}.`,
  )
}
