import { type AccountId, didYouMean } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import {
  type PaymentMethod,
  isReservedProvider,
  providerNames,
  upsertOwnProvider,
} from '../products/index.ts'

/**
 * Declares the payment providers that the example folders name. A name that nearly matches one of
 * the platform's providers is a typing error: the push refuses it.
 */
export async function declareProviders(
  db: Database,
  insurerId: AccountId,
  methods: readonly PaymentMethod[],
  now: Temporal.Instant,
): Promise<void> {
  const named = methods.filter(
    ({ provider }) => !isReservedProvider(provider) && didYouMean(provider, providerNames) === null,
  )
  for (const [name, listed] of Map.groupBy(named, ({ provider }) => provider)) {
    const all = new Set(listed.map(({ method }) => method))
    await upsertOwnProvider(db, insurerId, { name, methods: [...all], createdAt: now })
  }
}
