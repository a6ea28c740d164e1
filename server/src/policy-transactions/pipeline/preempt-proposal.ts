import { type When, timeOf } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import { recordEvents } from '../../events/index.ts'
import { voidInvoice } from '../../ledger/index.ts'
import { type PolicyIdentity, type PolicyVersion, preemptProposed } from '../../policies/index.ts'

/** An unpaid proposal ends once another version, or another proposal, is there. */
export async function preemptProposal(
  tx: Transaction,
  policy: PolicyIdentity,
  version: Pick<PolicyVersion, 'id' | 'policyId'>,
  when: When,
): Promise<void> {
  for (const { id } of await preemptProposed(tx, version, timeOf(when))) {
    await voidInvoice(tx, id, timeOf(when))
    const data = { version_id: id, preempted_by: version.id }
    await recordEvents(tx, [{ type: 'policy.proposal_preempted', about: policy, data }], when)
  }
}
