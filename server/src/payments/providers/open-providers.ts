import type { ProviderName } from '../../products/index.ts'
import type { PaymentProvider, Providers } from '../provider.ts'
import { distributor } from './distributor.ts'
import { invoice } from './invoice.ts'
import { sandbox } from './sandbox.ts'

/** One of each name that a product may list. */
export function openProviders(settings: {
  readonly sandboxSecret: Uint8Array
  readonly publicUrl: string
}): Providers {
  const providers: Readonly<Record<ProviderName, PaymentProvider>> = {
    invoice,
    distributor,
    sandbox: sandbox({ secret: settings.sandboxSecret, publicUrl: settings.publicUrl }),
  }
  return new Map(Object.entries(providers))
}
