import type { ProviderName } from '../../products/index.ts'
import type { PaymentProvider, Providers } from '../provider.ts'
import { stripeTimeoutSecondsDefault } from '../../settings/index.ts'
import { bankTransfer } from './bank-transfer.ts'
import { distributor } from './distributor.ts'
import { invoice } from './invoice.ts'
import { sandbox } from './sandbox.ts'
import { stripe } from './stripe/stripe.ts'
import type { StripeDeps } from './stripe/stripe-client.ts'

const stripeSettingsDefault = { timeoutMs: stripeTimeoutSecondsDefault * 1_000 }

/** One of each name that a product may list. */
export function openProviders(
  settings: {
    readonly sandboxSecret: Uint8Array
    readonly publicUrl: string
    /** How Stripe is reached; as its package does by default. */
    readonly stripe?: StripeDeps['settings']
  } & Omit<StripeDeps, 'settings'>,
): Providers {
  const providers: Readonly<Record<ProviderName, PaymentProvider>> = {
    invoice,
    distributor,
    sandbox: sandbox({ secret: settings.sandboxSecret, publicUrl: settings.publicUrl }),
    bank_transfer: bankTransfer(settings),
    stripe: stripe({ ...settings, settings: settings.stripe ?? stripeSettingsDefault }),
  }
  return new Map(Object.entries(providers))
}
