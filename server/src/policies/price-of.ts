import type { Premium } from '../pricing/index.ts'
import { type PeriodPrice, periodPriceOf } from '../timelines/index.ts'

/** Before pricing refused it, less could be asked than the premium is; then that was the premium. */
export function priceOf({ premium }: { readonly premium: Premium }): PeriodPrice {
  return (
    periodPriceOf(premium) ?? {
      payment: premium.grossPaymentAmount,
      tax: Math.min(premium.premiumTax, premium.grossPaymentAmount),
      fee: 0,
      commission: premium.netCommissionTotal,
    }
  )
}
