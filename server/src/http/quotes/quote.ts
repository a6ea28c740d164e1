import { type Static, Type } from 'typebox'
import { waysToSettle } from '../../policy-transactions/index.ts'
import { type PlanFrequency, planFrequencies } from '../../products/index.ts'
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

const idText = (description: string) => Type.String({ minLength: 1, maxLength: 100, description })
export const liveFlag = (what: string) =>
  Type.Optional(
    Type.String({
      enum: ['true', 'false'],
      default: 'true',
      description: `\`"true"\` for the newest published ${what}, \`"false"\` for the newest draft. Drafts need a test key.`,
    }),
  )

const unlessChange = 'May be left out with `policy_id`, where it must be that of the policy.'

export const createQuoteBody = Type.Object(
  {
    item_id: Type.Optional(idText(`The item of the product to quote for. ${unlessChange}`)),
    subscription_plan_id: Type.Optional(idText(`The payment plan. ${unlessChange}`)),
    integration_id: Type.Optional(
      idText(`The integration through which the product is sold. ${unlessChange}`),
    ),
    policy_id: Type.Optional(
      idText('The policy to change, where the quote is for a change. It takes a secret key.'),
    ),
    effective_date: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'With `policy_id`: the day from which the change is to count, such as `2029-03-01`. Today ' +
          'if left out, or the first day of cover where that is still to come.',
      }),
    ),
    data: anyObject(
      "The customer's answers, checked against the product's quote rules; for a change, those that " +
        "are to differ, checked against the product's `quote_patch`. The id of a dataset item " +
        '(`dai_...`) may stand for the item itself.',
    ),
    integration_version_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'A certain version of the integration; wins over `live_integration`.',
      }),
    ),
    product_version_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'A certain version of the product; wins over `live_product`.',
      }),
    ),
    live_integration: liveFlag('integration'),
    live_product: liveFlag('product'),
  },
  {
    $id: 'CreateQuote',
    description: 'What to quote for, and what the customer answered.',
    examples: [quoteRequestExample],
    if: { required: ['policy_id'] },
    else: { required: ['item_id', 'subscription_plan_id', 'integration_id'] },
  },
)
export type CreateQuoteBody = Static<typeof createQuoteBody>

export const quotedChangeSchema = Type.Object(
  {
    policy_id: text('The policy that would change.'),
    version_id: text(
      'The version of it that the quote was made on; another one needs a new quote.',
    ),
    effective_date: Type.Unsafe<string>({
      type: 'string',
      format: 'date',
      description: 'The day from which the change counts.',
    }),
    gross_payment_amount_before: amount('What the customer pays at a time without the change.'),
    gross_payment_amount_after: amount('What the customer pays at a time with it.'),
    amount: amount(
      'What would be charged for what was paid already; below zero, what would be given back.',
    ),
    settled_by: oneOf(
      waysToSettle,
      'How that is settled: by a `payment` that comes before the change counts, with the next ' +
        '`instalment`, as `credit` for the next instalment, by a `refund`, or there is `nothing` to settle.',
    ),
    settled_on: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'When it is settled; null where there is nothing to settle.',
    }),
  },
  { $id: 'QuotedChange', description: 'What a change of a policy would come to.' },
)

export const quoteSchema = Type.Object(
  {
    token: text('Send it as `quote_token` when creating an offer.'),
    gross_payment_amount: amount('What the customer pays at a time.'),
    currency: text('ISO 4217, in lower case.'),
    billing_period: Type.Unsafe<PlanFrequency | null>({
      type: ['string', 'null'],
      enum: [...planFrequencies, null],
      description: 'What one payment is for; null for a single payment.',
    }),
    billing_cycles: Type.Integer({ description: 'How many payments there are.' }),
    expires_at: timestampText('Until when the token can be redeemed.'),
    cover: named(coverSchema),
    extra_data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description:
        'The premium, and whatever else the pricing of the product puts out; for a public key only ' +
        'what the product lists as public outputs, where it has such a list.',
      properties: {
        gross_premium: { type: 'number', description: 'Net premium and tax, in minor units.' },
        premium_tax: { type: 'number', description: 'The tax, in minor units.' },
        net_premium: { type: 'number', description: 'The premium before tax, in minor units.' },
        tax_rate: { type: 'number', description: 'The rate of the tax, for example 0.19.' },
      },
      required: ['gross_premium', 'premium_tax', 'net_premium', 'tax_rate'],
      additionalProperties: true,
    }),
    public_outputs: Type.Array(
      Type.Object({
        output: text('The name of the output.'),
        labels: texts('What to call it, by language.'),
        value: Type.Unsafe<unknown>({
          description: 'What it came to, amounts in minor units; null where pricing says nothing.',
        }),
      }),
      { description: 'What the product tells customers of its price, in its order.' },
    ),
    endorsement: Type.Optional(named(quotedChangeSchema)),
  },
  {
    $id: 'Quote',
    description: 'A price, and the token that redeems it.',
    examples: [quoteExample],
  },
)

export const quoteOfPolicySchema = Type.Object(
  {
    version: Type.Integer({ description: 'The version of this shape: 2.' }),
    customer_input: anyObject("The customer's answers as they were sent."),
    subscription_plan_id: text('The payment plan.'),
    gross_payment_amount: amount('What the customer pays at a time.'),
    payment_data: Type.Object(
      {
        gross_premium: amount('Net premium and tax.'),
        premium_tax: amount('The tax.'),
        net_premium: amount('The premium before tax.'),
        net_net_premium: amount('The net premium without commission.'),
        net_commission_total: amount('The commission.'),
        tax_rate: Type.Number({ description: 'The rate of the tax, for example 0.19.' }),
      },
      { description: 'The premium of one payment.' },
    ),
    data: Type.Object(
      {
        total_gross_premium: amount('Net premium and tax.'),
        total_premium_tax: amount('The tax.'),
        total_net_premium: amount('The premium before tax.'),
        start_date: text('The first day of cover.'),
      },
      { description: 'The premium as a whole.' },
    ),
    duration_strategy: oneOf(
      ['fixed_start', 'fixed_end', 'fixed_start_end', 'start_plus_duration'],
      'How start and end of cover were found. With `fixed_start` the end is open.',
    ),
    duration_data: Type.Object(
      { policy_start_date: timestampText('When cover begins.') },
      { description: 'What the strategy went by.' },
    ),
    billing_cycles: Type.Integer({ description: 'How many payments make a year.' }),
    issue_date: timestampText('When the quote was made.'),
    livemode: flag('True for live, false for test.'),
    pricing_logic_id: text('What calculated the price.'),
    pricing_logic_revision_id: text('Its revision at the time.'),
    insurer_private_data: anyArray('Empty.'),
    integration_id: text('The integration through which it was quoted.'),
    integration_version_id: text('The version of that integration.'),
    product_version_id: text('The version of the product.'),
    item_id: text('The item that was quoted.'),
  },
  { $id: 'QuoteOfPolicy', description: 'The quote that an offer or policy was made from.' },
)
