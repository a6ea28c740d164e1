import { viewPlanChange } from '../policies/endorsements/plan-change.ts'
import type { Static } from 'typebox'
import { startOfDay, timestamp } from '../../kernel/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { QuotedEndorsement } from '../../policy-transactions/index.ts'
import type { KeyKind } from '../../identity/index.ts'
import type { ProductDefinition } from '../../products/index.ts'
import type { CreatedQuote } from '../../quotes/index.ts'
import { viewCover } from './cover.ts'
import { extraFor, viewPublicValues } from './public-outputs.ts'
import type { quoteOfPolicySchema, quoteSchema } from './quote.ts'

export function viewQuote(
  { quote, token, billing }: CreatedQuote,
  definition: ProductDefinition,
  keyKind: KeyKind,
): Static<typeof quoteSchema> {
  const { premium } = quote
  return {
    token,
    gross_payment_amount: premium.grossPaymentAmount,
    currency: quote.currency,
    billing_period: billing.period,
    billing_cycles: billing.cycles,
    expires_at: timestamp(quote.expiresAt),
    cover: viewCover(quote.cover),
    extra_data: {
      gross_premium: premium.grossPremium,
      premium_tax: premium.premiumTax,
      net_premium: premium.netPremium,
      tax_rate: premium.taxRate,
      ...extraFor(keyKind, definition, premium),
    },
    public_outputs: viewPublicValues(definition, premium),
  }
}

/** A quote for an endorsement, with its effect. */
export function viewQuotedEndorsement(
  quoted: QuotedEndorsement,
  keyKind: KeyKind,
): Static<typeof quoteSchema> {
  const { endorsement, premium } = quoted.quote
  const { settlement, paymentBefore } = quoted
  if (endorsement === null) throw new Error(`quote ${quoted.quote.id} is for no endorsement`)
  return {
    ...viewQuote(quoted, quoted.product, keyKind),
    endorsement: {
      policy_id: endorsement.policyId,
      version_id: endorsement.versionId,
      effective_date: endorsement.effectiveDay.toString(),
      gross_payment_amount_before: paymentBefore,
      gross_payment_amount_after: premium.grossPaymentAmount,
      amount: settlement.amount,
      settled_by: settlement.settledBy,
      settled_on: settlement.settledOn?.toString() ?? null,
      plan_change: viewPlanChange(quoted.plan),
    },
  }
}

/** The shape of the quote sub-object, as the contract numbers it. */
const quoteVersion = 2

export function viewQuoteOfPolicy(policy: Policy): Static<typeof quoteOfPolicySchema> {
  const { quote } = policy
  const { premium } = quote
  return {
    version: quoteVersion,
    customer_input: quote.customerInput,
    subscription_plan_id: policy.planId,
    gross_payment_amount: premium.grossPaymentAmount,
    payment_data: {
      gross_premium: premium.grossPremium,
      premium_tax: premium.premiumTax,
      net_premium: premium.netPremium,
      net_net_premium: premium.netNetPremium,
      net_commission_total: premium.netCommissionTotal,
      tax_rate: premium.taxRate,
    },
    data: {
      total_gross_premium: premium.grossPremium,
      total_premium_tax: premium.premiumTax,
      total_net_premium: premium.netPremium,
      start_date: policy.startDay.toString(),
    },
    duration_strategy: quote.durationStrategy,
    duration_data: { policy_start_date: timestamp(startOfDay(policy.startDay, policy.timeZone)) },
    billing_cycles: quote.billingCycles,
    issue_date: timestamp(Temporal.Instant.from(quote.issuedAt)),
    livemode: policy.livemode,
    pricing_logic_id: quote.pricingLogicId,
    pricing_logic_revision_id: quote.pricingRevisionId,
    insurer_private_data: [],
    integration_id: policy.integrationId,
    integration_version_id: policy.integrationVersionId,
    product_version_id: policy.productVersionId,
    item_id: policy.itemId,
  }
}
