import type { InvoiceId, PaymentId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { reopenInvoice } from './invoice-store.ts'
import { selectBalances, writePostings } from './ledger-store.ts'
import type { PostedPolicy } from './invoice.ts'
import { type Till, postEntries } from './postings.ts'

/**
 * Money that had come was taken back. The customer's credit pays for it first; by what it does not
 * cover the invoice opens again that was paid with it. Returns that. With the policy locked.
 */
export async function postChargeBack(
  tx: Transaction,
  charged: {
    readonly policy: PostedPolicy
    readonly invoiceId: InvoiceId
    readonly paymentId: PaymentId
    readonly amount: number
    readonly till: Till
  },
  now: Temporal.Instant,
): Promise<number> {
  const { policy, invoiceId, paymentId, amount, till } = charged
  const { id: policyId } = policy
  const before = await selectBalances(tx, policyId)
  if (before === undefined) throw new Error(`the money of policy ${policyId} is not posted yet`)
  const { postings, balances } = postEntries(before, [
    { kind: 'charge_back', cause: chargeBackCause(paymentId), amount, till },
  ])
  await writePostings(tx, { policy, postings, balances, now })
  const rest = balances.receivable - before.receivable
  if (rest > 0) await reopenInvoice(tx, { policy, id: invoiceId, by: rest, now })
  return rest
}

/** What it is posted under: a payment is charged back once. */
export function chargeBackCause(paymentId: PaymentId): string {
  return `charge-back ${paymentId}`
}
