import type { Clock, Refusal } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import type { Caller } from '../identity/index.ts'
import { type Policy, findPolicy, planOf } from '../policies/index.ts'
import type { Catalogue, PaymentMethod } from '../products/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type MandateLink, mintMandateLink } from './mandate-link.ts'
import type { Providers } from './provider.ts'
import { mandateNotPossible } from './reasons.ts'

export interface MandateLinkDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
  readonly providers: Providers
}

/** Creates a link by which the customer of a policy gives a new mandate. It is not stored. */
export async function createMandateLink(
  deps: MandateLinkDeps,
  request: { readonly caller: Caller; readonly policyId: string },
): Promise<{ readonly link: MandateLink; readonly token: string }> {
  const { caller } = request
  const policy = await findPolicy(deps.db, caller, request.policyId, deps.clock())
  const refusal = await refusalOfMandate(deps, policy)
  if (refusal !== null) throw refusal
  const moment = await momentOf(deps.db, deps.clock, policy)
  const { id: policyId, customerId, livemode } = policy
  return mintMandateLink(deps.keyRing, { policyId, customerId, livemode }, moment)
}

/** Why no mandate can be given for a policy; null if one can. */
export async function refusalOfMandate(
  deps: Pick<MandateLinkDeps, 'catalogue' | 'providers'>,
  policy: Policy,
): Promise<Refusal | null> {
  if (policy.issuedAt === null) return mandateNotPossible(policy.id, 'it is not paid for yet')
  if ((await planOf(deps.catalogue, policy)).frequency === null) {
    return mandateNotPossible(policy.id, 'its payment plan has no instalments')
  }
  const methods = await methodsWithMandate(deps, policy)
  if (methods.length > 0) return null
  return mandateNotPossible(policy.id, 'no provider of its payment plan collects instalments')
}

/** The methods of the policy's plan by which a mandate can be given without a payment. */
export async function methodsWithMandate(
  { catalogue, providers }: Pick<MandateLinkDeps, 'catalogue' | 'providers'>,
  policy: Policy,
): Promise<readonly PaymentMethod[]> {
  const { methods } = await planOf(catalogue, policy)
  return methods.filter((one) => {
    const provider = providers.get(one.provider)
    return provider?.setups !== undefined && !(provider.testModeOnly && policy.livemode)
  })
}
