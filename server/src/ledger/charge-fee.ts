import { type InvoiceId, type PolicyVersionId, type When, mintId, timeOf } from '../kernel/index.ts'
import { type Part, type Transaction, combineStatements } from '../database/index.ts'
import type { BilledPolicy, Invoice } from './invoice.ts'
import { billTo } from './propose-invoice.ts'
import { feeMade, selectBalances } from './ledger-store.ts'
import { postEntries } from './postings.ts'

/**
 * Charges a fee that belongs to no period, and asks for it by an invoice of its own. With the policy
 * locked, of a customer who owes something: there is no credit that could pay it.
 */
export async function chargeFee(
  tx: Transaction,
  fee: {
    readonly policy: BilledPolicy
    readonly versionId: PolicyVersionId
    readonly amount: number
    readonly dueDay: Temporal.PlainDate
    readonly tokenHash: Buffer
    readonly when: When
    /** What keeps the token of the invoice, by its id. */
    readonly alongside: (invoiceId: InvoiceId) => readonly Part[]
  },
): Promise<Invoice> {
  const { policy, versionId, amount, dueDay, tokenHash, when } = fee
  const { id: policyId } = policy
  const before = await selectBalances(tx, policyId)
  if (before === undefined) throw new Error(`the money of policy ${policyId} is not posted yet`)
  const now = timeOf(when)
  const id = mintId('bil', when)
  const { postings, balances } = postEntries(before, [feeEntry(id, amount)])
  const invoice: Invoice = {
    ...billTo(policy, now),
    id,
    kind: 'fee',
    versionId,
    state: 'open',
    total: amount,
    open: amount,
    paid: 0,
    dueDay,
    lines: [{ kind: 'fee', amount }],
    chargesFrom: null,
    chargesTo: null,
    corrects: null,
    tokenHash,
    createdAt: now,
  }
  const parts = feeMade({ policy, postings, balances, invoice, now })
  await tx.query(combineStatements([...parts, ...fee.alongside(id)]))
  return invoice
}

/** How a fee is posted, or one that is no longer owed: below zero. */
export function feeEntry(id: InvoiceId, fee: number) {
  const amount = { payment: fee, tax: 0, fee, commission: 0 }
  return { kind: 'charge', cause: feeCause(id), amount, parts: [], service: null } as const
}

/** What a fee is posted under: an invoice asks for one. */
export function feeCause(id: InvoiceId): string {
  return `fee ${id}`
}
