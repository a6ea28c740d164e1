import { type PolicyVersionId, type When, mintId, timeOf } from '../kernel/index.ts'
import type { Charged } from './preview-billing.ts'
import type { BilledPolicy, Invoice } from './invoice.ts'
import { billTo } from './propose-invoice.ts'
import { type InvoicedCharge, type TaxOf, linesOf, movesMoney } from './lines-of.ts'
import type { ShrunkInvoice } from './shrink-invoices.ts'

/**
 * The document of charges that no invoice will ask for. It moves no money, as the charges have done
 * that: a credit note where they sum below zero, an invoice over nothing where they move tax alone.
 * Null where they are owed, because the next invoice takes them in.
 */
export function documentOf(
  adjustment: {
    readonly policy: BilledPolicy
    readonly versionId: PolicyVersionId
    readonly when: When
    /** The charges that no invoice has taken in, in the order of their numbers. */
    readonly charges: readonly InvoicedCharge[]
    readonly shrunk: readonly ShrunkInvoice[]
    /** Whether an invoice that was proposed asks for them as what was owed before. */
    readonly areAsked: boolean
    readonly taxOf: TaxOf
  },
  charged: Pick<Charged, 'asked'>,
): Invoice | null {
  const { policy, versionId, when, charges, shrunk, areAsked, taxOf } = adjustment
  const sum = charges.reduce((all, { amount }) => all + amount.payment, 0)
  if (!charges.some(movesMoney) || (sum > 0 && !areAsked)) return null
  const isCheaper = sum < 0
  const now = timeOf(when)
  const billed = billTo(policy, now)
  return {
    ...billed,
    id: mintId('bil', when),
    kind: isCheaper ? 'credit_note' : 'transaction',
    versionId,
    state: 'settled',
    total: Math.abs(sum),
    open: 0,
    paid: 0,
    dueDay: billed.issueDay,
    lines: linesOf(charges, taxOf),
    chargesFrom: charged.asked + 1,
    chargesTo: charged.asked + charges.length,
    corrects: isCheaper ? (shrunk[0]?.id ?? null) : null,
    tokenHash: null,
    createdAt: now,
  }
}
