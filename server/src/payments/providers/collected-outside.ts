import { isCollectedElsewhere } from '../../products/index.ts'
import type { ChargeMade, PaymentProvider, Providers } from '../provider.ts'

/** Another party collects and refunds the money outside of the platform: no answer is awaited. */
export function collectedOutside(name: string): PaymentProvider {
  return {
    name,
    testModeOnly: false,
    settlesAtOnce: true,
    charge: () => Promise.resolve(accepted),
    find: () => Promise.resolve(accepted),
    void: () => Promise.resolve(accepted),
    refund: () => Promise.resolve(accepted),
    findRefund: () => Promise.resolve(accepted),
  }
}

const accepted: ChargeMade = { status: 'ok', chargeId: null, reference: null }

/** One of the platform's, or one that an insurer has declared; undefined where it can be neither. */
export function providerNamed(providers: Providers, name: string): PaymentProvider | undefined {
  return providers.get(name) ?? (isCollectedElsewhere(name) ? collectedOutside(name) : undefined)
}
