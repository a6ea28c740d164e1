import type { Transaction } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { type Policy, lockPolicies, selectPolicy } from '../policies/index.ts'
import { giveMandate } from './give-mandate.ts'
import type { MandateSetup } from './mandate-setup.ts'
import {
  selectSetup,
  selectSetupsOf,
  updateSetup,
  updateSetupReference,
} from './mandate-setup-store.ts'
import { selectMandatesOf } from './mandate-store.ts'
import type { SetupAnswer } from './provider.ts'
import type { OutcomeDeps } from './record-outcome.ts'

/**
 * Stores a provider's answer about a mandate that a customer sets up, once, however late it comes. The
 * mandate is given, and the one before is replaced, unless something newer counts.
 */
export async function recordSetup(
  deps: OutcomeDeps,
  { id, policyId }: Pick<MandateSetup, 'id' | 'policyId'>,
  answer: SetupAnswer,
): Promise<MandateSetup> {
  return deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const [setup, policy] = [await selectSetup(tx, id), await selectPolicy(tx, policyId)]
    if (setup === undefined || policy === undefined) throw new Error(`there is no ${id}`)
    if (setup.status === 'ok') return setup
    if (answer.status === 'pending') {
      if (answer.reference !== undefined) await updateSetupReference(tx, setup, answer.reference)
      return { ...setup, reference: answer.reference ?? setup.reference }
    }
    const moment = await momentOf(tx, deps.clock, policy)
    if (answer.status === 'failed') {
      return setup.status === 'failed' ? setup : updateSetup(tx, setup, answer, moment.now)
    }
    if (await isSuperseded(tx, setup, policy)) {
      return setup.status === 'failed' ? setup : updateSetup(tx, setup, superseded, moment.now)
    }
    const made = { status: 'ok', errorCode: null, reason: null } as const
    const recorded = await updateSetup(tx, setup, made, moment.now)
    const { provider, method } = setup
    const by = { provider, method, givenBy: null, setUpBy: setup.id }
    await giveMandate(deps, tx, policy, { ...by, ...answer.mandate }, moment)
    return recorded
  })
}

/** Whether its link has given a mandate already, or a newer one or a new policyholder came meanwhile. */
async function isSuperseded(
  tx: Transaction,
  setup: MandateSetup,
  policy: Policy,
): Promise<boolean> {
  const [setups, mandates] = [
    await selectSetupsOf(tx, policy.id),
    await selectMandatesOf(tx, policy.id),
  ]
  return (
    setups.some(({ linkId, status }) => linkId === setup.linkId && status === 'ok') ||
    mandates.length !== setup.mandatesBefore ||
    setup.customerId !== policy.customerId
  )
}

const superseded = {
  status: 'failed',
  errorCode: 'superseded',
  reason: 'A newer mandate was given, or the policy has another policyholder.',
} as const
