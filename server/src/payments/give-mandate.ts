import { type Moment, mintId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { type News, recordEvents } from '../events/index.ts'
import { type Policy, keepSecret, planOf } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { Mandate, MandateEnd } from './mandate.ts'
import { insertMandate, selectActiveMandate, updateMandateEnded } from './mandate-store.ts'
import type { NewMandate } from './provider.ts'

/** A mandate as it is given: by whom it collects, and what it came with. */
type GivenMandate = Pick<Mandate, 'provider' | 'method' | 'givenBy' | 'setUpBy'> & NewMandate

/**
 * Stores the mandate for the next instalments, in place of the previous one. A plan without instalments
 * has none, whatever a provider says. The policy must be locked.
 */
export async function giveMandate(
  deps: { readonly catalogue: Catalogue; readonly keyRing: KeyRing },
  tx: Transaction,
  policy: Policy,
  { provider, method, givenBy, setUpBy, reference, ...shown }: GivenMandate,
  moment: Moment,
): Promise<void> {
  if ((await planOf(deps.catalogue, policy)).frequency === null) return
  const mandate: Mandate = {
    id: mintId('man', moment),
    policyId: policy.id,
    provider,
    method,
    hint: shown.hint ?? null,
    shownReference: shown.shownReference ?? null,
    creditorId: shown.creditorId ?? null,
    state: 'active',
    reason: null,
    revokedBy: null,
    givenBy,
    setUpBy,
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
  await recordEvents(tx, [{ type: 'mandate.given', ...newsOf(policy, mandate) }], moment)
}

/** It lets us take nothing any more. One that has ended stays as it was: then undefined. */
export async function endMandate(
  tx: Transaction,
  policy: Policy,
  { id }: Pick<Mandate, 'id'>,
  end: MandateEnd,
  moment: Moment,
): Promise<Mandate | undefined> {
  const ended = await updateMandateEnded(tx, id, end, moment.now)
  if (ended === undefined) return undefined
  await recordEvents(tx, [endEvent(policy, ended, end)], moment)
  return ended
}

/** News of a mandate: of which policy it is and with whom, never by which name. */
function newsOf(
  { livemode, insurerId, distributorId }: Policy,
  { id, policyId, provider, method, givenBy }: Mandate,
) {
  return {
    about: { id, policyId, livemode, insurerId, distributorId },
    data: { policy_id: policyId, provider, method, payment_id: givenBy },
  }
}

function endEvent(policy: Policy, mandate: Mandate, end: MandateEnd): News {
  const { about, data } = newsOf(policy, mandate)
  if (end.state !== 'revoked') return { type: `mandate.${end.state}`, about, data }
  return { type: 'mandate.revoked', about, data: { ...data, revoked_by: end.revokedBy } }
}
