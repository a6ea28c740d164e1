import { type Moment, isId } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import type { Deadline } from '../../deadlines/index.ts'
import { recordEvents } from '../../events/index.ts'
import { voidInvoice } from '../../ledger/index.ts'
import { lapseVersion, selectHeldLifetime } from '../../policies/index.ts'

/** A version that was proposed and not paid for in time is over. What became of it before stays. */
export async function lapseProposal(
  tx: Transaction,
  { policyId, key: versionId }: Pick<Deadline, 'policyId' | 'key'>,
  moment: Moment,
): Promise<void> {
  const { now } = moment
  const policy = await selectHeldLifetime(tx, policyId)
  if (policy === undefined || !(await lapseVersion(tx, { policyId, versionId }, now))) return
  if (!isId('tpv', versionId)) throw new Error(`${versionId} is no version`)
  await voidInvoice(tx, versionId, now)
  const data = { version_id: versionId }
  await recordEvents(tx, [{ type: 'policy.proposal_lapsed', about: policy, data }], moment)
}
