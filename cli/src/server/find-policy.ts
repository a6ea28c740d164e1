import type { PolicySummary } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'
import type { Server } from './open-server.ts'

/** A policy, or an offer that was never paid, by its id or its number. */
export async function findPolicy({ client }: Server, idOrNumber: string): Promise<PolicySummary> {
  const filter = idOrNumber.startsWith('tpol_') ? { id: idOrNumber } : { number: idOrNumber }
  for (const kind of [client.manage.policies, client.manage.offers]) {
    const [found] = (await kind.search({ ...filter, limit: 1 }).page()).rows
    if (found !== undefined) return found
  }
  throw new Failure(
    exitCodes.failed,
    `There is no policy ${idOrNumber}.`,
    'A test key sees only policies of test mode, a live key only those of live mode. Search with: bindery policies find',
  )
}
