import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { waysToSettle } from '../../policy-transactions/index.ts'
import { type PlanFrequency, planFrequencies } from '../../products/index.ts'
import { planChangeOrNull } from '../policies/endorsements/plan-change.ts'
import { coverSchema } from './cover.ts'
import { quoteExample, quoteRequestExample } from './examples.ts'
import {
  amount,
  anyArray,
  anyObject,
  flag,
  named,
  oneOf,
  text,
  texts,
  timestampText,
} from '../wire/schema.ts'
import { dataOfProduct } from '../wire/personal.ts'

const idText = (description: string) => Type.String({ minLength: 1, maxLength: 100, description })
export const liveFlag = (what: string) =>
  Type.Optional(
    Type.String({
      enum: ['true', 'false'],
      default: 'true',
      description: `\`"true"\` for the newest published ${what}, \`"false"\` for the newest draft. Drafts need a test key.`,
    }),
  )

const unlessEndorsement = 'Optional with `policy_id`; must then match the policy.'

export const createQuoteBody = Type.Object(
  {
    item_id: Type.Optional(idText(`The item of the product to quote for. ${unlessEndorsement}`)),
    subscription_plan_id: Type.Optional(
      idText(
        'The payment plan. Optional with `policy_id`: another plan than that of the policy ' +
          'changes it from a billing period that is not charged yet.',
      ),
    ),
    integration_id: Type.Optional(
      idText(`The integration through which the product is sold. ${unlessEndorsement}`),
    ),
    policy_id: Type.Optional(
      idText(
        'The policy to endorse, for a quote for an endorsement. Needs a secret key, or the ' +
          'token of an endorsement link.',
      ),
    ),
    effective_date: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'With `policy_id`: the day from which the endorsement takes effect, such as ' +
          '`2029-03-01`. Defaults to today, or to the first day of cover if that is later. ' +
          'For another payment plan, to the next possible day.',
      }),
    ),
    data: anyObject(
      "The customer's answers, checked against the quote rules of the product. For an " +
        'endorsement: the answers to change, checked against `quote_patch` of the product. ' +
        'The id of a dataset item (`dai_...`) may be sent in place of the item.',
    ),
    integration_version_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'A specific version of the integration; overrides `live_integration`.',
      }),
    ),
    product_version_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'A specific version of the product; overrides `live_product`.',
      }),
    ),
    live_integration: liveFlag('integration'),
    live_product: liveFlag('product'),
  },
  {
    $id: 'CreateQuote',
    description: 'The product to quote, and the answers of the customer.',
    examples: [quoteRequestExample],
    if: { required: ['policy_id'] },
    else: { required: ['item_id', 'subscription_plan_id', 'integration_id'] },
  },
)
export type CreateQuoteBody = Static<typeof createQuoteBody>

export const quotedEndorsementSchema = Type.Object(
  {
    policy_id: text('The policy to endorse.'),
    version_id: text(
      'The version of the policy that the quote is based on. If the policy changes, create ' +
        'a new quote.',
    ),
    effective_date: Type.Unsafe<string>({
      type: 'string',
      format: 'date',
      description: 'The day from which the endorsement takes effect.',
    }),
    gross_payment_amount_before: amount('The amount of one payment before the endorsement.'),
    gross_payment_amount_after: amount('The amount of one payment after the endorsement.'),
    amount: amount(
      'The difference for periods that were already charged; negative if the customer gets ' +
        'money back.',
    ),
    settled_by: oneOf(
      waysToSettle,
      'How the difference is settled: by a `payment` before the endorsement takes effect, ' +
        'with the next `instalment`, as `credit` for the next instalment, by a `refund`, or ' +
        'there is `nothing` to settle.',
    ),
    settled_on: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'The day of the settlement; null if there is nothing to settle.',
    }),
    plan_change: planChangeOrNull,
  },
  { $id: 'QuotedEndorsement', description: 'The effect of an endorsement.' },
)

export const quoteSchema = Type.Object(
  {
    token: text('Send it as `quote_token` when creating an offer.'),
    gross_payment_amount: amount('The amount of one payment.'),
    currency: text('ISO 4217, in lower case.'),
    billing_period: Type.Unsafe<PlanFrequency | null>({
      type: ['string', 'null'],
      enum: [...planFrequencies, null],
      description: 'The period that one payment covers; null for a single payment.',
    }),
    billing_cycles: Type.Integer({ description: 'The number of payments.' }),
    expires_at: timestampText('When the token expires.'),
    cover: named(coverSchema),
    extra_data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description:
        'The premium, and the other outputs of the pricing. A public key gets only the ' +
        'public outputs of the product, if the product lists any.',
      properties: {
        gross_premium: {
          type: 'number',
          description: 'The premium including tax, in minor units.',
        },
        premium_tax: { type: 'number', description: 'The premium tax, in minor units.' },
        net_premium: { type: 'number', description: 'The premium before tax, in minor units.' },
        tax_rate: { type: 'number', description: 'The tax rate, for example 0.19.' },
      },
      required: ['gross_premium', 'premium_tax', 'net_premium', 'tax_rate'],
      additionalProperties: true,
    }),
    public_outputs: Type.Array(
      Type.Object({
        output: text('The name of the output.'),
        labels: texts('The label of the output, by language.'),
        value: Type.Unsafe<unknown>({
          description: 'The value, amounts in minor units; null if the pricing returns none.',
        }),
      }),
      { description: 'The outputs that customers may see, in the order of the product.' },
    ),
    endorsement: Type.Optional(named(quotedEndorsementSchema)),
  },
  {
    $id: 'Quote',
    description: 'A price, and the token to create an offer with.',
    examples: [quoteExample],
  },
)

export const quoteOfPolicySchema = Type.Object(
  {
    version: Type.Integer({ description: 'The version of this structure: 2.' }),
    customer_input: dataOfProduct("The customer's answers as they were sent."),
    subscription_plan_id: text('The payment plan.'),
    gross_payment_amount: amount('The amount of one payment.'),
    payment_data: Type.Object(
      {
        gross_premium: amount('The premium including tax.'),
        premium_tax: amount('The premium tax.'),
        net_premium: amount('The premium before tax.'),
        net_net_premium: amount('The net premium less commission.'),
        net_commission_total: amount('The commission.'),
        tax_rate: Type.Number({ description: 'The tax rate, for example 0.19.' }),
      },
      { description: 'The premium of one payment.' },
    ),
    data: Type.Object(
      {
        total_gross_premium: amount('The premium including tax.'),
        total_premium_tax: amount('The premium tax.'),
        total_net_premium: amount('The premium before tax.'),
        start_date: text('The first day of cover.'),
      },
      { description: 'The total premium.' },
    ),
    duration_strategy: oneOf(
      ['fixed_start', 'fixed_end', 'fixed_start_end', 'start_plus_duration'],
      'How the start and end of cover are determined. With `fixed_start` the policy is ' +
        'open-ended.',
    ),
    duration_data: Type.Object(
      { policy_start_date: timestampText('When cover begins.') },
      { description: 'The start of cover that the duration strategy uses.' },
    ),
    billing_cycles: Type.Integer({ description: 'The number of payments per year.' }),
    issue_date: timestampText('When the quote was created.'),
    livemode: flag('True for live, false for test.'),
    pricing_logic_id: text('The pricing logic.'),
    pricing_logic_revision_id: text('The revision of the pricing logic.'),
    insurer_private_data: anyArray('Empty.'),
    integration_id: text('The integration through which it was quoted.'),
    integration_version_id: text('The version of that integration.'),
    product_version_id: text('The version of the product.'),
    item_id: text('The item that was quoted.'),
  },
  { $id: 'QuoteOfPolicy', description: 'The quote that an offer or policy is based on.' },
)
