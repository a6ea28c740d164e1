import { type PolicyVersionId, type When, mintId, timeOf } from '../kernel/index.ts'
import type { Charged, ReckonedCharge, Reckoning } from './foresee.ts'
import type { BilledPolicy, Invoice } from './invoice.ts'
import { billTo, lineOf } from './invoice-due.ts'
import type { WaitingCharge } from './ledger-store.ts'

/**
 * The document of what became cheaper: where the charges that no invoice has taken in sum below zero,
 * a credit note takes them in. It asks for nothing and moves no money, as the charges have done that.
 */
export function creditNoteOf(
  order: {
    readonly policy: BilledPolicy
    readonly versionId: PolicyVersionId
    readonly when: When
    readonly charges: readonly ReckonedCharge[]
    readonly shrunk: Reckoning['shrunk']
  },
  charged: Pick<Charged, 'count' | 'asked'>,
  waiting: readonly WaitingCharge[],
): Invoice | null {
  const { policy, versionId, when, charges, shrunk } = order
  const lines = [...waiting, ...charges.map((charge) => ({ ...charge, versionId }))].map((one) =>
    lineOf(one, one.versionId, one.isFirst ? 'period' : 'change'),
  )
  const total = lines.reduce((rest, { amount }) => rest - amount, 0)
  if (total <= 0) return null
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
