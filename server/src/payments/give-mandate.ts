import { type Moment, mintId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { type EventType, type News, recordEvents } from '../events/index.ts'
import { type Policy, keepSecret, planOf } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { Mandate, MandateState } from './mandate.ts'
import { insertMandate, selectActiveMandate, updateMandateEnded } from './mandate-store.ts'
import type { Payment } from './payment.ts'

/**
 * Stores the mandate for the next instalments, in place of the previous one. A payment for a plan
 * without instalments gives none, whatever its provider says. The policy must be locked.
 */
export async function giveMandate(
  deps: { readonly catalogue: Catalogue; readonly keyRing: KeyRing },
  tx: Transaction,
  given: { readonly payment: Payment; readonly policy: Policy; readonly reference: string },
  moment: Moment,
): Promise<void> {
  const { payment, policy, reference } = given
  if ((await planOf(deps.catalogue, policy)).frequency === null) return
  const mandate: Mandate = {
    id: mintId('man', moment),
    policyId: policy.id,
    provider: payment.provider,
    method: payment.method,
    state: 'active',
    reason: null,
    givenBy: payment.id,
    createdAt: moment.now,
    endedAt: null,
  }
  const before = await selectActiveMandate(tx, policy.id)
  if (before !== undefined) {
    await endMandate(tx, policy, before, { state: 'replaced', reason: null }, moment)
  }
  await insertMandate(tx, mandate)
  const place = { policyId: policy.id, kind: 'mandate', subject: mandate.id } as const
  await keepSecret(tx, deps.keyRing, place, reference)
  await recordEvents(tx, [mandateEvent('mandate.given', policy, mandate)], moment)
}

/** It lets us take nothing any more. One that has ended stays as it was. */
export async function endMandate(
  tx: Transaction,
  policy: Policy,
  { id }: Pick<Mandate, 'id'>,
  end: { readonly state: Exclude<MandateState, 'active'>; readonly reason: string | null },
  moment: Moment,
): Promise<void> {
  const ended = await updateMandateEnded(tx, id, { ...end, now: moment.now })
  if (ended === undefined) return
  await recordEvents(tx, [mandateEvent(`mandate.${end.state}`, policy, ended)], moment)
}

/** News of a mandate: of which policy it is and with whom, never by which name. */
function mandateEvent(
  type: Extract<EventType, `mandate.${string}`>,
  { livemode, insurerId, distributorId }: Policy,
  { id, policyId, provider, method, givenBy }: Mandate,
): News {
  const about = { id, policyId, livemode, insurerId, distributorId }
  const data = { policy_id: policyId, provider, method, payment_id: givenBy }
  return { type, about, data }
}
