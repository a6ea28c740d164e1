import { type Part, type Transaction, brokenPart } from '../database/index.ts'
import { type Receipt, type Settlement } from './claim.ts'
import { settled, updateSettled } from './claim-store.ts'
import { firstInProgress } from './reasons.ts'

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
  if ((await updateSettled(tx, due)) < due.length) throw firstInProgress()
}

const name = 'claims_settled'

/** The same for work that is one statement. Where a claim is gone nothing is written: see `claimRefusal`. */
export function claimsSettled(settlements: readonly (Settlement | null)[]): readonly Part[] {
  const due = settlements.filter((one) => one !== null)
  return due.length === 0 ? [] : [{ name, body: settled(due), rows: due.length }]
}

/** What to say to an error of such a statement: that of a claim that is gone, or the error itself. */
export function claimRefusal(error: unknown): unknown {
  return brokenPart(error) === name ? firstInProgress() : error
}

/** The same for work that has a transaction to itself. */
export async function settleClaim<Made>(
  tx: Transaction,
  receipt: Receipt<Made> | null,
  made: Made,
): Promise<void> {
  if (receipt !== null) await settleClaims(tx, [receipt(made)])
}
