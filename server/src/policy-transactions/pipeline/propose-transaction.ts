import { type Moment, mintToken, startOfDay } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import { insertDeadline } from '../../deadlines/index.ts'
import { recordEvents } from '../../events/index.ts'
import { proposeInvoice, invoiceIdOf } from '../../ledger/index.ts'
import { type VersionOf, keepSecret, proposeVersion } from '../../policies/index.ts'
import { type KeyRing, hashSecret } from '../../sealing/index.ts'
import { requestedKindOf } from '../registry.ts'
import type { RequestedKind } from '../request.ts'
import type { AppliedTransaction } from './activate-transaction.ts'
import type { TransactionOutcome } from './apply-transaction.ts'
import { preemptProposal } from './preempt-proposal.ts'
import { taxOfCharges } from './tax-of-charges.ts'

/**
 * Proposes a transaction that has to be paid for before it counts: with an invoice and a token that pays it.
 * It does not lock the policy, and lapses after the last day for paying it.
 */
export async function proposeTransaction(
  tx: Transaction,
  keyRing: KeyRing,
  {
    policy,
    version,
    adjustment,
    arrears,
    payUntil: dueDay,
  }: AppliedTransaction &
    Pick<TransactionOutcome, 'adjustment' | 'arrears'> & {
      readonly version: VersionOf<RequestedKind>
      readonly payUntil: Temporal.PlainDate
    },
  moment: Moment,
): Promise<void> {
  const { now } = moment
  await preemptProposal(tx, policy, version, moment)
  await proposeVersion(tx, version, now)
  const token = mintToken()
  const tokenHash = hashSecret(token)
  const versionId = version.id
  const total = adjustment.owed + arrears
  const charges = adjustment.charges.map((charge) => ({ ...charge, versionId }))
  const taxOf = await taxOfCharges(tx, charges)
  const asked = { policy, versionId, adjustment, total, dueDay, tokenHash, taxOf, now }
  await proposeInvoice(tx, asked)
  await keepSecret(tx, keyRing, { policyId: policy.id, kind: 'proposal', subject: '' }, token)
  // It pays the invoice also later, where its money was charged back.
  const place = { policyId: policy.id, kind: 'invoice', subject: invoiceIdOf(versionId) } as const
  await keepSecret(tx, keyRing, place, token)
  const dueAt = startOfDay(dueDay.add({ days: 1 }), policy.timeZone)
  const { id: policyId, clockId } = policy
  await insertDeadline(tx, { policyId, clockId, kind: 'proposal', key: version.id, dueAt })
  const { proposed } = requestedKindOf(version.kind)
  if (proposed === null) throw new Error(`nobody pays for a ${version.kind}`)
  const due = {
    version_id: versionId,
    amount: total,
    ...(arrears > 0 && { arrears }),
    currency: policy.currency,
    pay_until: dueDay.toString(),
  }
  await recordEvents(tx, [proposed(policy, version, due)], moment)
}
