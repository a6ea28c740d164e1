import { type Static, Type } from 'typebox'
import { type PlanFrequency, planFrequencies } from '../../products/index.ts'
import { quoteExample, quoteOrderExample } from './examples/quote.ts'
import { amount, anyArray, anyObject, flag, oneOf, text, timestampText, texts } from './schema.ts'

const idText = (description: string) => Type.String({ minLength: 1, maxLength: 100, description })
export const liveFlag = (what: string) =>
  Type.Optional(
    Type.String({
      enum: ['true', 'false'],
      default: 'true',
      description: `\`"true"\` for the newest published ${what}, \`"false"\` for the newest draft. Drafts need a test key.`,
    }),
  )

export const createQuoteBody = Type.Object(
  {
    item_id: idText('The item of the product to quote for.'),
    subscription_plan_id: idText('The payment plan.'),
    integration_id: idText('The integration through which the product is sold.'),
    data: anyObject(
      "The customer's answers, checked against the product's quote rules. The id of a dataset item " +
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
    examples: [quoteOrderExample],
  },
)
export type CreateQuoteBody = Static<typeof createQuoteBody>

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
