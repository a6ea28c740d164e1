import { type PolicyVersionId, type When, mintId, timeOf } from '../kernel/index.ts'
import type { Charged, AdjustedCharge, BillingAdjustment } from './preview-billing.ts'
import type { BilledPolicy, Invoice } from './invoice.ts'
import { billTo } from './invoice-due.ts'
import type { WaitingCharge } from './ledger-store.ts'
import { type FindTax, linesOf } from './lines-of.ts'

/**
 * The document of what became cheaper: where the charges that no invoice has taken in sum below zero,
 * a credit note takes them in. It asks for nothing and moves no money, as the charges have done that.
 */
export async function creditNoteOf(
  adjustment: {
    readonly policy: BilledPolicy
    readonly versionId: PolicyVersionId
    readonly when: When
    readonly charges: readonly AdjustedCharge[]
    readonly shrunk: BillingAdjustment['shrunk']
    readonly taxOf: FindTax
  },
  charged: Pick<Charged, 'count' | 'asked'>,
  waiting: readonly WaitingCharge[],
): Promise<Invoice | null> {
  const { policy, versionId, when, charges, shrunk, taxOf } = adjustment
  const invoiced = [...waiting, ...charges.map((charge) => ({ ...charge, versionId }))]
  const total = invoiced.reduce((rest, { amount }) => rest - amount.payment, 0)
  if (total <= 0) return null
  const lines = linesOf(invoiced, await taxOf(invoiced))
  const now = timeOf(when)
  const billed = billTo(policy, now)
  return {
    ...billed,
    id: mintId('bil', when),
    kind: 'credit_note',
    versionId,
    state: 'settled',
    total,
    open: 0,
    dueDay: billed.issueDay,
    lines,
    chargesFrom: charged.asked + 1,
    chargesTo: charged.count + charges.length,
    corrects: shrunk[0]?.id ?? null,
    tokenHash: null,
    createdAt: now,
  }
}
