import { type JsonObject, mintId } from '../kernel/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import type { Caller } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { type Policy, findPolicy, lockPolicies } from '../policies/index.ts'
import { assertPageAllowed } from '../products/index.ts'
import { askProvider } from './ask-provider.ts'
import { askAboutSetup, firstAskAfter } from './settle-setup.ts'
import { methodsWithMandate } from './create-mandate-link.ts'
import { type MandateLink, openMandateLink } from './mandate-link.ts'
import type { MandateSetup } from './mandate-setup.ts'
import { insertSetup, selectSetupsOf, updateSetup } from './mandate-setup-store.ts'
import { selectMandatesOf } from './mandate-store.ts'
import { mandateLinkUsed, notInPlan } from './reasons.ts'
import { recordSetup } from './record-setup.ts'
import type { SettleDeps } from './settle-payment.ts'

/** A request of the holder of a mandate link. */
export interface LinkHolder {
  readonly caller: Caller
  readonly policyId: string
  readonly token: string
}

/** The policy of a link, and what its holder has done so far. */
export interface OpenedMandateLink {
  readonly link: MandateLink
  readonly policy: Policy
  /** The last one that was begun by this link; null if there is none. */
  readonly setup: MandateSetup | null
}

/** Opens a link: whoever has its token, with a key of the sale, may use it. */
export async function openedMandateLink(
  deps: Pick<SettleDeps, 'db' | 'clock' | 'catalogue' | 'keyRing'>,
  { caller, policyId, token }: LinkHolder,
): Promise<OpenedMandateLink> {
  const policy = await findPolicy(deps.db, caller, policyId, deps.clock())
  await assertPageAllowed(deps.catalogue, caller, policy)
  const { now } = await momentOfTransaction(deps.db, deps.clock, policy)
  const { id, customerId, livemode } = policy
  const named = { policyId: id, customerId, livemode }
  const link = openMandateLink(deps.keyRing, token, named, now)
  const setups = await selectSetupsOf(deps.db, policy.id)
  const own = setups.filter(({ linkId }) => linkId === link.id)
  return { link, policy, setup: own.find(isMade) ?? own.at(-1) ?? null }
}

/**
 * Begins to give a mandate by a link: it is reserved before the provider is called, so that no answer is
 * lost. One that the link had begun before is given up, so that a customer can choose anew.
 */
export async function setUpMandate(
  deps: SettleDeps,
  request: LinkHolder & {
    readonly provider: string
    readonly method: string
    readonly providerOptions: JsonObject
  },
  replay: ReplayWriter<MandateSetup> | null,
): Promise<MandateSetup> {
  const { link, policy } = await openedMandateLink(deps, request)
  const { provider: name, method, providerOptions } = request
  const methods = await methodsWithMandate(deps, policy)
  if (!methods.some((one) => one.provider === name && one.method === method)) {
    throw notInPlan(
      `${name}/${method}`,
      methods.map((one) => `${one.provider}/${one.method}`),
    )
  }
  const setup = await deps.db.transactionOn(policy.id, async (tx) => {
    await lockPolicies(tx, [policy.id])
    const moment = await momentOfTransaction(tx, deps.clock, policy)
    const before = (await selectSetupsOf(tx, policy.id)).filter(({ linkId }) => linkId === link.id)
    if (before.some(isMade)) throw mandateLinkUsed()
    for (const one of before.filter(({ status }) => status === 'pending')) {
      await updateSetup(tx, one, givenUp, moment.now)
    }
    const begun: MandateSetup = {
      id: mintId('mns', moment),
      policyId: policy.id,
      linkId: link.id,
      provider: name,
      method,
      status: 'pending',
      reference: deps.providers.get(name)?.referenceFor?.(providerOptions) ?? null,
      errorCode: null,
      reason: null,
      mandatesBefore: (await selectMandatesOf(tx, policy.id)).length,
      customerId: link.customerId,
      createdAt: moment.now,
      endedAt: null,
    }
    await insertSetup(tx, begun)
    await askAboutSetup(tx, begun, moment, moment.now.add(firstAskAfter))
    await completeReservation(tx, replay, begun)
    return begun
  })
  const answer = await askProvider(deps, name, async ({ setups }, signal) => {
    if (setups === undefined) throw new Error(`${name} has no mandates`)
    return setups.begin(setup, signal)
  })
  return answer === null ? setup : recordSetup(deps, setup, answer)
}

const isMade = ({ status }: MandateSetup) => status === 'ok'

const givenUp = {
  status: 'failed',
  errorCode: 'given_up',
  reason: 'The customer began anew.',
} as const
