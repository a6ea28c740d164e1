import { type Problem, didYouMean } from '../kernel/index.ts'
import type { Soundness } from './folder/index.ts'
import type { ProductDefinition } from './product-definition.ts'

/** Who can take the money. Payments has one of each name, or does not compile. */
const providerNames = ['invoice', 'distributor', 'sandbox'] as const
export type ProviderName = (typeof providerNames)[number]

/** They collect in the insurer's name, and may tell of what came in. */
const collectElsewhere: ReadonlySet<string> = new Set<ProviderName>(['invoice', 'distributor'])

/** Receipts can be recorded only of what somebody else collects. */
export function refuseUntracked({
  paymentPlans,
}: Pick<ProductDefinition, 'paymentPlans'>): Problem[] {
  return paymentPlans.flatMap(({ key, methods, receipts }) => {
    const isTracked = methods.some(({ provider }) => collectElsewhere.has(provider))
    if (receipts !== 'tracked' || isTracked || methods.length === 0) return []
    return [
      {
        file: 'product.yaml',
        place: `payment_plans.${key}.receipts`,
        message: 'There are no receipts to track: all methods of this plan collect by themselves.',
        mend: `Remove receipts, or add a method of ${[...collectElsewhere].join(' or ')}.`,
      },
    ]
  })
}

/** An invoice that counts as paid when it is written is never overdue. */
export function refuseNothingOverdue({
  paymentPlans,
  dunning,
}: Pick<ProductDefinition, 'paymentPlans' | 'dunning'>): Problem[] {
  const mayBeOverdue = paymentPlans.some(
    ({ receipts, methods }) =>
      receipts === 'tracked' || methods.some(({ provider }) => !collectElsewhere.has(provider)),
  )
  const isUnknown =
    paymentPlans.length === 0 || paymentPlans.some((plan) => plan.methods.length === 0)
  if (dunning === null || mayBeOverdue || isUnknown) return []
  return [
    {
      file: 'product.yaml',
      place: 'dunning',
      message: 'No invoice of this product can be overdue: somebody else collects all of them.',
      mend: 'Write receipts: tracked in a payment plan, or leave dunning out.',
    },
  ]
}

/** Payment methods that nobody could ever pay with. Versions already accepted are not asked. */
export function refuseUnknownProviders(
  { paymentPlans }: Pick<ProductDefinition, 'paymentPlans'>,
  sound: Soundness,
): Problem[] {
  const known: readonly string[] = providerNames
  const all = `There are: ${known.join(', ')}.`
  return paymentPlans.flatMap(({ key, methods }, at) =>
    methods.flatMap(({ provider }, index) => {
      const isRead = sound.part('product.yaml', `payment_plans[${at}].methods[${index}].provider`)
      if (known.includes(provider) || !isRead) return []
      const nearest = didYouMean(provider, known)
      return [
        {
          file: 'product.yaml',
          place: `payment_plans.${key}.methods[${index}].provider`,
          message: `There is no payment provider "${provider}".`,
          mend: nearest === null ? all : `${nearest} ${all}`,
        },
      ]
    }),
  )
}
