import { type Moment, isId } from '../../kernel/index.ts'
import type { Database, Queryable, Transaction } from '../../database/index.ts'
import { momentOfTransaction } from '../../deadlines/index.ts'
import { type Caller, seenBy } from '../../identity/index.ts'
import { lockPolicies, selectPolicy } from '../../policies/index.ts'
import type { OutcomeDeps } from '../record-outcome.ts'
import type { Payout } from './payout.ts'
import { lockPayout, selectPayout } from './payout-store.ts'
import { payoutNotFound } from './reasons.ts'

/** A payout of this insurer, in the mode of its key and within its limits. */
export async function findPayout(db: Queryable, caller: Caller, id: string): Promise<Payout> {
  const found = isId('pyo', id) ? await selectPayout(db, id) : undefined
  const payout = seenBy(caller, found)
  if (payout === undefined) throw payoutNotFound(id)
  return payout
}

/** Runs work on the current payout, with its policy locked, and the payout from an export. */
export async function onPayout<Result>(
  { db, clock }: Pick<OutcomeDeps, 'clock'> & { readonly db: Database },
  request: { readonly caller: Caller; readonly payoutId: string },
  work: (tx: Transaction, payout: Payout, moment: Moment) => Promise<Result>,
): Promise<Result> {
  const { id, policyId } = await findPayout(db, request.caller, request.payoutId)
  return db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const [policy, payout] = await Promise.all([selectPolicy(tx, policyId), lockPayout(tx, id)])
    if (payout === undefined || policy === undefined) throw payoutNotFound(id)
    return work(tx, payout, await momentOfTransaction(tx, clock, policy))
  })
}
