import { type Moment, mintToken, startOfDay } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { insertDeadline } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { invoiceDue, invoiceIdOf } from '../ledger/index.ts'
import { type KeyRing, hashSecret } from '../sealing/index.ts'
import type { LaidOrder } from './activate-order.ts'
import { keepSecret } from './keep-secret.ts'
import type { OrderLaid } from './lay-order.ts'
import { orderProposed } from './order-news.ts'
import { preemptProposal } from './preempt-proposal.ts'
import { taxOfCharges } from './tax-of-charges.ts'
import { proposeVersion } from './version-store.ts'

/**
 * Proposes an order that has to be paid for before it holds: with an invoice and a token that pays it.
 * It does not lock the policy, and lapses after the last day for paying it.
 */
export async function proposeOrder(
  tx: Transaction,
  keyRing: KeyRing,
  {
    policy,
    version,
    reckoning,
    arrears,
    payUntil: dueDay,
  }: LaidOrder &
    Pick<OrderLaid, 'reckoning' | 'arrears'> & { readonly payUntil: Temporal.PlainDate },
  moment: Moment,
): Promise<void> {
  const { now } = moment
  await preemptProposal(tx, policy, version, moment)
  await proposeVersion(tx, version, now)
  const token = mintToken()
  const tokenHash = hashSecret(token)
  const versionId = version.id
  const total = reckoning.owed + arrears
  const charges = reckoning.charges.map((charge) => ({ ...charge, versionId }))
  const taxOf = await taxOfCharges(tx, charges)
  const asked = { policy, versionId, reckoning, total, dueDay, tokenHash, taxOf, now }
  await invoiceDue(tx, { ...asked, state: 'proposed' })
  await keepSecret(tx, keyRing, { policyId: policy.id, kind: 'proposal', subject: '' }, token)
  // It pays the invoice also later, where its money was charged back.
  const place = { policyId: policy.id, kind: 'invoice', subject: invoiceIdOf(versionId) } as const
  await keepSecret(tx, keyRing, place, token)
  const dueAt = startOfDay(dueDay.add({ days: 1 }), policy.timeZone)
  const { id: policyId, clockId } = policy
  await insertDeadline(tx, { policyId, clockId, kind: 'proposal', key: version.id, dueAt })
  const owed = { amount: total, arrears, payUntil: dueDay }
  await recordEvents(tx, [orderProposed(policy, version, owed)], moment)
}
