import type { InvoiceId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { Invoice, PostedPolicy } from './invoice.ts'
import { writeOffInvoice } from './invoice-store.ts'
import { selectBalances, writePostings } from './ledger-store.ts'
import { partOf, postEntries, sumsByRate } from './postings.ts'

/** What an invoice has open is no longer asked for. With the policy locked. */
export async function postWriteOff(
  tx: Transaction,
  invoice: Pick<Invoice, 'id' | 'open' | 'total' | 'lines'>,
  { policy, reason }: { readonly policy: PostedPolicy; readonly reason: string },
  now: Temporal.Instant,
): Promise<void> {
  const before = await selectBalances(tx, policy.id)
  if (before === undefined) throw new Error(`the money of policy ${policy.id} is not posted yet`)
  const { postings, balances } = postEntries(before, [
    { kind: 'write_off', cause: writeOffCause(invoice.id), parts: openParts(invoice), reason },
  ])
  await writePostings(tx, { policy, postings, balances, now })
  await writeOffInvoice(tx, { policy, id: invoice.id, now })
}

/** What is open of an invoice, by rate of tax. Fees, and what was owed before, are not taxed by it. */
function openParts({ open, total, lines }: Pick<Invoice, 'open' | 'total' | 'lines'>) {
  const taxed = sumsByRate(
    lines.flatMap((line) => {
      if (line.kind === 'balance' || line.kind === 'fee') return []
      const { amount, tax, tax_rate: rate = null } = line
      const fee = 'fee' in line ? line.fee : 0
      return [{ rate, net: amount - tax - fee, tax }]
    }),
  ).map(({ rate, net, tax }) => ({
    rate,
    net: partOf(net, open, total),
    tax: partOf(tax, open, total),
  }))
  const rest = taxed.reduce((left, { net, tax }) => left - net - tax, open)
  return sumsByRate([...taxed, { rate: null, net: rest, tax: 0 }])
}

/** What a write-off is posted under. */
export function writeOffCause(id: InvoiceId): string {
  return `write-off ${id}`
}
