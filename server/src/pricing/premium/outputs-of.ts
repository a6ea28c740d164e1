import type { JsonObject } from '../../kernel/index.ts'
import type { Premium } from '../pricing-types.ts'

/** The known outputs of a price by the names that pricing files and the API give them; null where it says nothing. */
export function outputsOf(premium: Premium) {
  return {
    gross_payment_amount: premium.grossPaymentAmount,
    gross_premium: premium.grossPremium,
    premium_tax: premium.premiumTax,
    net_premium: premium.netPremium,
    net_net_premium: premium.netNetPremium,
    net_commission_total: premium.netCommissionTotal,
    tax_rate: premium.taxRate,
    billing_cycles: premium.billingCycles,
    duration_strategy: premium.durationStrategy,
    policy_start_date: premium.policyStartDate,
    policy_end_date: premium.policyEndDate,
    policy_duration: premium.policyDuration,
    flow: premium.flow,
  } satisfies JsonObject
}

/** All of them, the product's own included. */
export function allOutputsOf(premium: Premium): JsonObject {
  return { ...premium.extra, ...outputsOf(premium) }
}
