import { type PolicyVersionId, type When, mintId, timeOf } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { feeEntry } from './charge-fee.ts'
import { type BilledPolicy, type Invoice, isFee } from './invoice.ts'
import { selectOpenInvoices } from './invoice-store.ts'
import { selectBalances, writeWaivedFees } from './ledger-store.ts'
import { postEntries } from './postings.ts'
import type { Charged } from './preview-billing.ts'
import { billTo } from './propose-invoice.ts'

/**
 * Gives up fees that were not paid: they are no longer owed, unlike what is written off, so that later money
 * does not pay them. A credit note corrects the invoice of each. Call it with the policy locked.
 */
export async function waiveFees(
  tx: Transaction,
  waived: {
    readonly policy: BilledPolicy
    readonly versionId: PolicyVersionId
    readonly when: When
  },
): Promise<Invoice[]> {
  const { policy, versionId, when } = waived
  const fees = (await selectOpenInvoices(tx, policy.id)).filter(isFee)
  const before = await selectBalances(tx, policy.id)
  if (fees.length === 0 || before === undefined) return []
  const now = timeOf(when)
  const billed = billTo(policy, now)
  const notes = fees.map(({ id: corrects, open: total }): Invoice => ({
    ...billed,
    id: mintId('bil', when),
    kind: 'credit_note',
    versionId,
    state: 'settled',
    total,
    open: 0,
    paid: 0,
    dueDay: billed.issueDay,
    lines: [{ kind: 'fee', amount: -total }],
    chargesFrom: null,
    chargesTo: null,
    corrects,
    tokenHash: null,
    createdAt: now,
  }))
  const { postings, balances } = postEntries(
    before,
    notes.map(({ id, total }) => feeEntry(id, -total)),
  )
  await writeWaivedFees(tx, { policy, postings, balances, notes, now })
  return notes
}

/** How the money of a policy stands once its open fees are given up. */
export function withoutOpenFees(charged: Charged): Charged {
  const fees = charged.invoices.filter(isFee)
  const open = fees.reduce((sum, fee) => sum + fee.open, 0)
  const { balances } = charged
  return {
    ...charged,
    invoices: charged.invoices.filter((one) => !isFee(one)),
    balances: { ...balances, receivable: balances.receivable - open },
  }
}
