import { type Static, Type } from 'typebox'
import {
  type Audience,
  type ExplainedWhy,
  type WhyItChanged,
  shownCauses,
} from '../../../management/index.ts'
import type { Policy } from '../../../policies/index.ts'
import { renewalStates } from '../../../renewals/index.ts'
import { priceChangeExample } from './examples.ts'
import { viewPublicValues } from '../../quotes/public-outputs.ts'
import { amount, oneOf, text, textOrNull } from '../../wire/schema.ts'

const anyValue = (description: string) => Type.Unsafe<unknown>({ description })
const ownId = (description: string) => textOrNull(`${description} Null for customers.`)

const sideSchema = (which: string) =>
  Type.Object(
    {
      version_id: ownId('The version of the policy; null for a renewal that is only offered.'),
      cover: oneOf(
        ['cover', 'gap', 'suspended', 'ended'],
        'Whether there is cover on the day. Where there is none, the price is the one that was agreed.',
      ),
      renewal: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        enum: [...renewalStates, null],
        description: 'Where the renewal stands, for a term that is still to come.',
      }),
      gross_payment_amount: amount('What the customer pays at a time.'),
      product_version_id: ownId('The version of the product that priced it.'),
      quote_id: ownId('The quote that it is the price of.'),
    },
    { description: which },
  )

export const priceChangeSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    insurer_policy_id: text('Its number.'),
    currency: text('Lower-case ISO 4217 code.'),
    effective_date: Type.Unsafe<string>({
      type: 'string',
      format: 'date',
      description: 'The day from which the second price holds.',
    }),
    before: sideSchema('The first price.'),
    after: sideSchema('The second price.'),
    difference: amount('The second price less the first.'),
    summary: text(
      'The change in words: in the language of the caller where it is English, German, French or ' +
        'Italian, else in English.',
    ),
    shares: Type.Array(
      Type.Object({
        cause: oneOf(
          shownCauses,
          'What it comes from: an `answer`, a pricing `variable` of the integration, a `cell` or a ' +
            '`table` of the pricing file, the `days`, the `structure` (all that cannot be put from one ' +
            'version of the pricing into the other by itself), or `rounding`. Customers hear of all that ' +
            'is the insurer’s as one share, `tariff`.',
        ),
        place: textOrNull('The field, the variable, or the place in the pricing file.'),
        before: anyValue('What stood there; null where nothing did.'),
        after: anyValue('What stands there now.'),
        amount: amount('What it adds to the price; never zero.'),
        summary: text('The same in words.'),
      }),
      {
        description:
          'What the difference is made of, in the order in which it was taken apart. They sum to it, to the cent.',
      },
    ),
    outputs: Type.Array(
      Type.Object({
        output: text('The name of the output.'),
        labels: Type.Record(Type.String(), Type.String(), {
          description: 'What to call it, by language.',
        }),
        before: anyValue('What it came to before.'),
        after: anyValue('What it comes to now.'),
      }),
      { description: 'What the product tells customers of its price (`public_outputs`).' },
    ),
  },
  {
    $id: 'PriceChange',
    description: 'Why a policy costs another price than before.',
    examples: [priceChangeExample],
  },
)

export function viewPriceChange(
  policy: Pick<Policy, 'id' | 'insurerPolicyId' | 'currency'>,
  why: WhyItChanged,
  { summary, shares }: ExplainedWhy,
  audience: Audience,
): Static<typeof priceChangeSchema> {
  const { before, after, day, version } = why
  const [was, is] = [before, after].map(({ quote }) => quote.premium.grossPaymentAmount)
  const isOwn = audience === 'insurer'
  const side = ({ versionId, kind, renewal, quote }: WhyItChanged['before']) => ({
    version_id: isOwn ? versionId : null,
    cover: kind,
    renewal,
    gross_payment_amount: quote.premium.grossPaymentAmount,
    product_version_id: isOwn ? quote.productVersionId : null,
    quote_id: isOwn ? quote.id : null,
  })
  return {
    policy_id: policy.id,
    insurer_policy_id: policy.insurerPolicyId,
    currency: policy.currency,
    effective_date: day.toString(),
    before: side(before),
    after: side(after),
    difference: (is ?? 0) - (was ?? 0),
    summary,
    shares: shares.map((share) => ({ ...share })),
    outputs: viewOutputs(version.definition, before.quote.premium, after.quote.premium),
  }
}

function viewOutputs(
  definition: Parameters<typeof viewPublicValues>[0],
  before: Parameters<typeof viewPublicValues>[1],
  after: typeof before,
) {
  const then = viewPublicValues(definition, after)
  return viewPublicValues(definition, before).map(({ output, labels, value }, at) => ({
    output,
    labels,
    before: value,
    after: then[at]?.value ?? null,
  }))
}
