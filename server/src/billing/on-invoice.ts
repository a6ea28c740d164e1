import type { Clock, Moment } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import { type Invoice, selectInvoice } from '../ledger/index.ts'
import { type Policy, lockPolicies, selectPolicy } from '../policies/index.ts'

/** The current invoice of a locked policy. */
export interface HeldInvoice {
  readonly invoice: Invoice
  readonly policy: Policy
  readonly moment: Moment
}

/** Runs work on the current invoice, with its policy locked. */
export async function onInvoice<Result>(
  deps: { readonly db: Database; readonly clock: Clock },
  { id, policyId }: Pick<Invoice, 'id' | 'policyId'>,
  work: (tx: Transaction, held: HeldInvoice) => Promise<Result>,
): Promise<Result> {
  return deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const [invoice, policy] = [await selectInvoice(tx, id), await selectPolicy(tx, policyId)]
    if (invoice === undefined || policy === undefined) throw new Error(`there is no invoice ${id}`)
    return work(tx, { invoice, policy, moment: await momentOfTransaction(tx, deps.clock, policy) })
  })
}
