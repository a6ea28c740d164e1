import { type Static, Type } from 'typebox'
import { startOfDay, timestamp } from '../../kernel/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { Quote } from '../../quotes/index.ts'
import { amount, anyArray, anyObject, text, timestampText } from './schema.ts'

const liveFlag = (what: string) =>
  Type.Optional(
    Type.String({
      enum: ['true', 'false'],
      description: `"true" (default) for the newest published ${what}, "false" for the newest draft; drafts need a test key.`,
    }),
  )

export const createQuoteBody = Type.Object(
  {
    item_id: Type.String({ minLength: 1, maxLength: 100, description: 'The item to quote for.' }),
    subscription_plan_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The payment plan.',
    }),
    integration_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The integration through which the product is sold.',
    }),
    data: anyObject("The customer's answers, checked against the product's quote rules."),
    integration_version_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'A specific integration version; wins over live_integration.',
      }),
    ),
    product_version_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'A specific product version; wins over live_product.',
      }),
    ),
    live_integration: liveFlag('integration'),
    live_product: liveFlag('product'),
  },
  { $id: 'CreateQuote' },
)
export type CreateQuoteBody = Static<typeof createQuoteBody>

export const quoteSchema = Type.Object(
  {
    token: text('Redeem it as `quote_token` when creating an offer.'),
    gross_payment_amount: amount('What the customer pays.'),
    extra_data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'The premium and every further output of pricing.',
      properties: {
        gross_premium: { type: 'number' },
        premium_tax: { type: 'number' },
        net_premium: { type: 'number' },
        tax_rate: { type: 'number' },
      },
      required: ['gross_premium', 'premium_tax', 'net_premium', 'tax_rate'],
      additionalProperties: true,
    }),
  },
  { $id: 'Quote' },
)

export function viewQuote(quote: Quote, token: string): Static<typeof quoteSchema> {
  const { premium } = quote
  return {
    token,
    gross_payment_amount: premium.grossPaymentAmount,
    extra_data: {
      gross_premium: premium.grossPremium,
      premium_tax: premium.premiumTax,
      net_premium: premium.netPremium,
      tax_rate: premium.taxRate,
      ...premium.extra,
    },
  }
}

export const quoteOfPolicySchema = Type.Object(
  {
    version: Type.Integer(),
    customer_input: anyObject("The customer's answers as they were sent."),
    subscription_plan_id: Type.String(),
    gross_payment_amount: amount('What the customer pays.'),
    payment_data: Type.Object({
      gross_premium: amount('Net premium and tax.'),
      premium_tax: amount('The tax.'),
      net_premium: amount('The premium before tax.'),
      net_net_premium: amount('The net premium without commission.'),
      net_commission_total: amount('The commission.'),
      tax_rate: Type.Number(),
    }),
    data: Type.Object({
      total_gross_premium: Type.Integer(),
      total_premium_tax: Type.Integer(),
      total_net_premium: Type.Integer(),
      start_date: text('The first day of cover.'),
    }),
    duration_strategy: Type.String({
      enum: ['fixed_start', 'fixed_end', 'fixed_start_end', 'start_plus_duration'],
    }),
    duration_data: Type.Object({ policy_start_date: timestampText('When cover begins.') }),
    billing_cycles: Type.Integer(),
    issue_date: timestampText('When the quote was made.'),
    livemode: Type.Boolean(),
    pricing_logic_id: Type.String(),
    pricing_logic_revision_id: Type.String(),
    insurer_private_data: anyArray('Empty.'),
    integration_id: Type.String(),
    integration_version_id: Type.String(),
    product_version_id: Type.String(),
    item_id: Type.String(),
  },
  { $id: 'QuoteOfPolicy' },
)

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
