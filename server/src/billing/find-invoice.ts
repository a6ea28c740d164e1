import { isId } from '../kernel/index.ts'
import type { Finder } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { type Invoice, selectInvoice } from '../ledger/index.ts'
import { invoiceNotFound } from './reasons.ts'

/** An invoice of this insurer, in the mode of its key. */
export async function findInvoice(db: Finder, caller: Caller, id: string): Promise<Invoice> {
  const invoice = isId('bil', id) ? await selectInvoice(db, id) : undefined
  const isItsOwn = invoice?.insurerId === caller.account.id && invoice.livemode === caller.livemode
  if (invoice === undefined || !isItsOwn) throw invoiceNotFound(id)
  return invoice
}
