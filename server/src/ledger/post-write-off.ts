import type { InvoiceId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { Invoice } from './invoice.ts'
import { selectBalances, writeOffInvoice, writePostings } from './ledger-store.ts'
import { postEntries } from './postings.ts'

/** What an invoice has open is no longer asked for. With the policy locked. */
export async function postWriteOff(
  tx: Transaction,
  { id, policyId, open: amount }: Pick<Invoice, 'id' | 'policyId' | 'open'>,
  reason: string,
  now: Temporal.Instant,
): Promise<void> {
  const before = await selectBalances(tx, policyId)
  if (before === undefined) throw new Error(`the money of policy ${policyId} is not posted yet`)
  const { postings, balances } = postEntries(before, [
    { kind: 'write_off', cause: writeOffCause(id), amount, reason },
  ])
  await writePostings(tx, { policyId, postings, balances, now })
  await writeOffInvoice(tx, id, now)
}

/** What a write-off is posted under. */
export function writeOffCause(id: InvoiceId): string {
  return `write-off ${id}`
}
