import { type AskDeps, askProvider } from './ask-provider.ts'
import type { MandateSetup } from './mandate-setup.ts'
import type { Payment } from './payment.ts'
import type { NextAction } from './provider.ts'

/**
 * What the customer has to do for a payment, while it is pending. For one that was accepted there is nothing
 * to do, and its provider is not asked.
 */
export async function nextActionOf(deps: AskDeps, payment: Payment): Promise<NextAction | null> {
  if (payment.status !== 'pending' || payment.processingSince !== null) return null
  if (deps.providers.get(payment.provider)?.nextAction === undefined) return null
  return askProvider(deps, payment.provider, async (provider, signal) =>
    provider.nextAction === undefined ? null : provider.nextAction(payment, signal),
  )
}

/** The same for a mandate that is set up. */
export async function nextActionOfSetup(
  deps: AskDeps,
  setup: MandateSetup,
): Promise<NextAction | null> {
  if (setup.status !== 'pending') return null
  if (deps.providers.get(setup.provider)?.setups === undefined) return null
  return askProvider(deps, setup.provider, async ({ setups }, signal) =>
    setups === undefined ? null : setups.nextAction(setup, signal),
  )
}
