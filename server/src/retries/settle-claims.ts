import type { Transaction } from '../database/index.ts'
import { type Receipt, type Settlement, stillInProgress } from './claim.ts'
import { updateSettled } from './claim-store.ts'

/**
 * Settles the claims of requests in the transaction of their work, so that both happen or neither. A
 * claim that somebody else has taken over refuses, which undoes the work: it is being done elsewhere.
 */
export async function settleClaims(
  tx: Transaction,
  settlements: readonly (Settlement | null)[],
): Promise<void> {
  const due = settlements.filter((one) => one !== null)
  if (due.length === 0) return
  if ((await updateSettled(tx, due)) < due.length) throw stillInProgress()
}

/** The same for work that has a transaction to itself. */
export async function settleClaim<Made>(
  tx: Transaction,
  receipt: Receipt<Made> | null,
  made: Made,
): Promise<void> {
  if (receipt !== null) await settleClaims(tx, [receipt(made)])
}
