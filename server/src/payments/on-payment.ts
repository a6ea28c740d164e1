import type { RefundId } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { lockPolicies } from '../policies/index.ts'
import type { Payment, Refund } from './payment.ts'
import { selectPayment } from './payment-store.ts'
import { selectRefund } from './refund-store.ts'

/** Runs work on the current payment, with its policy locked. */
export async function onPayment<Result>(
  db: Database,
  { id, policyId }: Pick<Payment, 'id' | 'policyId'>,
  work: (tx: Transaction, payment: Payment) => Promise<Result>,
): Promise<Result> {
  return db.transactionOn(policyId, async (tx) => {
    // The lock comes first: the policy must be read after it is locked.
    const [, payment] = await Promise.all([lockPolicies(tx, [policyId]), selectPayment(tx, id)])
    return work(tx, there(id, payment))
  })
}

/** Runs work on the current refund, with its policy locked. */
export async function onRefund<Result>(
  db: Database,
  id: RefundId,
  work: (tx: Transaction, refund: Refund) => Promise<Result>,
): Promise<Result> {
  const { policyId } = there(id, await selectRefund(db, id))
  return db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    return work(tx, there(id, await selectRefund(tx, id)))
  })
}

function there<Row>(id: string, row: Row | undefined): Row {
  if (row === undefined) throw new Error(`there is no ${id}`)
  return row
}
