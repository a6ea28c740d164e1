import type { MandateSetup } from './mandate-setup.ts'
import type { Payment } from './payment.ts'
import type { NextAction, Providers } from './provider.ts'

/** What the customer has to do for a payment, while it is pending. */
export function nextActionOf(providers: Providers, payment: Payment): NextAction | null {
  if (payment.status !== 'pending') return null
  return providers.get(payment.provider)?.nextAction?.(payment) ?? null
}

/** The same for a mandate that is set up. */
export function nextActionOfSetup(providers: Providers, setup: MandateSetup): NextAction | null {
  if (setup.status !== 'pending') return null
  return providers.get(setup.provider)?.setups?.nextAction(setup) ?? null
}
