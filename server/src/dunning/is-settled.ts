import type { Finder, Queryable } from '../database/index.ts'
import { selectOpenInvoices } from '../ledger/index.ts'
import { selectCase } from './case-store.ts'
import type { DunningLetter, LetterKind } from './dunning-case.ts'

/** These ask for money. A lapse and its revival inform about what has happened, and stay true. */
const asksForMoney: Readonly<Record<LetterKind, boolean>> = {
  reminder: true,
  notice: true,
  suspension: true,
  lapse: false,
  revival: false,
}

/**
 * Whether a letter that has not gone yet says what no longer counts: it is void, its case is closed without
 * a lapse, or nothing of what it asks for is open any more. The case follows a payment only in a job.
 */
export async function isSettled(
  db: Finder & Queryable,
  { kind, caseId, policyId, invoices, voidAt }: DunningLetter,
): Promise<boolean> {
  if (voidAt !== null) return true
  if (!asksForMoney[kind]) return false
  const [its, open] = await Promise.all([selectCase(db, caseId), selectOpenInvoices(db, policyId)])
  if (its?.state === 'cured' || its?.state === 'ended') return true
  return !invoices.some(({ id }) => open.some((one) => one.id === id))
}
