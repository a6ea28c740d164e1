import type { Problem } from '../../kernel/index.ts'
import { abilitiesOf } from '../payment-provider.ts'
import type { ProductDefinition } from '../product-definition.ts'

/** How much one debit may be: a premium above is refused by the provider when it is collected. */
export function warnOfDebits({ paymentPlans }: Pick<ProductDefinition, 'paymentPlans'>): Problem[] {
  return paymentPlans.flatMap(({ key, methods }) =>
    methods.flatMap(({ provider, method }, index) => {
      const { debitMax } = abilitiesOf(provider, method)
      if (debitMax === null) return []
      const limit = `${debitMax.amount / 100} ${debitMax.currency.toUpperCase()}`
      return [
        {
          file: 'product.yaml',
          place: `payment_plans.${key}.methods[${index}]`,
          message: `One debit by ${provider}/${method} is at most ${limit}, unless ${provider} allows your account more.`,
          fix: 'List another method besides, for larger premiums.',
        },
      ]
    }),
  )
}
