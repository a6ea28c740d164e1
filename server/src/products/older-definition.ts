import { billingDefault, cancellationDefault, lifeDefault, renewalDefault } from './folder/index.ts'
import type {
  DunningSettings,
  ItemDefinition,
  PaymentPlanDefinition,
  ProductDefinition,
  QuoteRules,
} from './product-definition.ts'

/** A definition as it was stored, maybe before a setting existed. */
export type StoredDefinition = Omit<
  ProductDefinition,
  'cancellation' | 'life' | 'renewal' | 'dunning' | 'items' | 'paymentPlans'
> & {
  readonly cancellation: Partial<ProductDefinition['cancellation']>
  readonly life?: Partial<ProductDefinition['life']>
  readonly renewal?: Partial<ProductDefinition['renewal']>
  readonly dunning?:
    | (Partial<Pick<DunningSettings, 'lapseAfterDays'>> & Omit<DunningSettings, 'lapseAfterDays'>)
    | null
  readonly items: readonly StoredItem[]
  readonly paymentPlans: readonly StoredPlan[]
}

type StoredPlan = Omit<PaymentPlanDefinition, keyof typeof billingDefault> &
  Partial<PaymentPlanDefinition>

type StoredItem = Omit<ItemDefinition, 'quoteRules'> & {
  readonly quoteRules: Omit<QuoteRules, 'policy_patch'> & Partial<QuoteRules>
}

/** Versions are never rewritten: what an older one does not say is what it would say if left out. */
export function completed(stored: StoredDefinition): ProductDefinition {
  return {
    ...stored,
    cancellation: { ...cancellationDefault, ...stored.cancellation },
    life: { ...lifeDefault, ...stored.life },
    paymentPlans: stored.paymentPlans.map((plan) => ({ ...billingDefault, ...plan })),
    renewal: { ...renewalDefault, ...stored.renewal },
    dunning: stored.dunning == null ? null : { lapseAfterDays: null, ...stored.dunning },
    items: stored.items.map((item) => ({
      ...item,
      quoteRules: { policy_patch: [], ...item.quoteRules },
    })),
  }
}
