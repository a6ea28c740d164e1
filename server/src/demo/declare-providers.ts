import { type AccountId, didYouMean } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import {
  type PaymentMethod,
  isReservedProvider,
  providerNames,
  upsertOwnProvider,
} from '../products/index.ts'

/**
 * Declares the payment providers that the folders of a first start name, as their distributors are made.
 * What is nearly the name of one of the platform's is left for the push to refuse: it is a slip.
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
