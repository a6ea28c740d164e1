import type { InvoiceSummary } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'
import type { Server } from './open-server.ts'

/** An invoice by its id or its number. */
export async function findInvoice({ client }: Server, idOrNumber: string): Promise<InvoiceSummary> {
  const filter = idOrNumber.startsWith('bil_') ? { id: idOrNumber } : { number: idOrNumber }
  const [found] = (await client.manage.invoices.search({ ...filter, limit: 1 }).page()).rows
  if (found !== undefined) return found
  throw new Failure(
    exitCodes.failed,
    `There is no invoice ${idOrNumber}.`,
    'A test key sees only invoices of test mode, a live key only those of live mode. List them with: bindery invoices list',
  )
}
