import { type Moment, type PolicyVersionId, mintId } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import {
  type Policy,
  insertProcessingVersion,
  timelineOf,
  updateTimeline,
} from '../../policies/index.ts'
import type { TransactionVersion } from '../kind.ts'
import type { SystemTransaction } from '../system-transaction.ts'
import { activateTransaction } from './activate-transaction.ts'

/**
 * Makes the version of a system transaction, and makes it the active one. In the database transaction
 * that has the policy locked, and while no other version of it is being made.
 */
export async function runSystemTransaction(
  tx: Transaction,
  policy: Policy,
  { apply, ...transaction }: SystemTransaction,
  moment: Moment,
): Promise<PolicyVersionId> {
  const basedOn = policy.versionId
  const version: TransactionVersion & { basedOn: PolicyVersionId } = {
    ...transaction,
    id: mintId('tpv', moment),
    policyId: policy.id,
    state: 'processing',
    number: 0, // Counted as it is written.
    basedOn,
    createdAt: moment.now,
  }
  const { timeline, term } = apply(await timelineOf(tx, basedOn))
  await insertProcessingVersion(tx, version)
  await updateTimeline(tx, { version, timeline })
  await activateTransaction(tx, { policy, version, timeline, ...(term && { term }) }, moment)
  return version.id
}
