import type { InvoiceId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { enqueueAll } from '../jobs/index.ts'
import { invoiceDocumentsDue } from './invoice-documents.ts'
import {
  type NumberedInvoice,
  type Series,
  lockSeries,
  selectSeriesWaiting,
  takeNumbers,
} from './number-store.ts'

/** In one transaction, so that it stays short however many wait. */
const invoicesPerTransactionMax = 500

/**
 * Gives every invoice that waits for it its number, without gaps per insurer, mode and year of issue,
 * and has its document made. Off the path of those who make invoices: nobody but others who number
 * the same series ever waits for it. Killed anywhere, what was not committed was not given.
 */
export async function numberInvoices(db: Database): Promise<void> {
  for (const series of await selectSeriesWaiting(db)) {
    let after: InvoiceId | null = null
    let numbered: NumberedInvoice[]
    do {
      numbered = await numberSome(db, series, after)
      after = numbered.at(-1)?.invoiceId ?? null
    } while (numbered.length === invoicesPerTransactionMax)
  }
}

function numberSome(
  db: Database,
  series: Series,
  after: InvoiceId | null,
): Promise<NumberedInvoice[]> {
  return db.transaction(async (tx) => {
    await lockSeries(tx, series)
    const numbered = await takeNumbers(tx, series, after, invoicesPerTransactionMax)
    if (numbered.length > 0) await enqueueAll(tx, 'make_documents', numbered.map(documentsOf))
    return numbered
  })
}

function documentsOf({ policyId, invoiceId, kind }: NumberedInvoice) {
  const occasion = kind === 'credit_note' ? 'credit_note' : 'invoice'
  return invoiceDocumentsDue({ policyId, invoiceId, occasion })
}
