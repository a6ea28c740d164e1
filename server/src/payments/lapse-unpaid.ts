import { type Moment, isId, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { Deadline } from '../deadlines/index.ts'
import { type Invoice, invoiceIdOf } from '../ledger/index.ts'
import type { Policy } from '../policies/index.ts'
import { lapseProposal } from '../policy-transactions/index.ts'
import { selectLivePayment } from './payment-store.ts'

/**
 * Lapses a proposal that was not paid in time. A payment that was started in time counts, however long
 * the provider takes: while a payment is under way, its outcome decides.
 */
export async function lapseUnpaid(
  tx: Transaction,
  deadline: Deadline,
  moment: Moment,
): Promise<void> {
  const { key: versionId } = deadline
  if (!isId('tpv', versionId)) throw new Error(`${versionId} is no version`)
  const live = await selectLivePayment(tx, invoiceIdOf(versionId))
  if (live === undefined) await lapseProposal(tx, deadline, moment)
}

/** The payment that a proposal has waited for has failed: it lapses if its day is over meanwhile. */
export async function lapseIfOver(
  tx: Transaction,
  policy: Policy,
  { versionId, dueDay }: Pick<Invoice, 'versionId' | 'dueDay'>,
  moment: Moment,
): Promise<void> {
  const today = todayIn(policy.timeZone, moment.now)
  if (Temporal.PlainDate.compare(today, dueDay) <= 0) return
  await lapseProposal(tx, { policyId: policy.id, key: versionId }, moment)
}
