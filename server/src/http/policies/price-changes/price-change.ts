import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
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
        ['cover', 'gap', 'suspended', 'ended', 'void'],
        'Whether there is cover on that day. Without cover, the price is the agreed one.',
      ),
      renewal: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        enum: [...renewalStates, null],
        description: 'The state of the renewal, for a term that has not begun yet; otherwise null.',
      }),
      gross_payment_amount: amount('The amount of one payment.'),
      product_version_id: ownId('The product version that determined the price.'),
      quote_id: ownId('The quote that the price comes from.'),
    },
    { description: which },
  )

export const priceChangeSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    insurer_policy_id: text('The policy number.'),
    currency: text('ISO 4217, in lower case.'),
    effective_date: Type.Unsafe<string>({
      type: 'string',
      format: 'date',
      description: 'The day from which the second price applies.',
    }),
    before: sideSchema('The first price.'),
    after: sideSchema('The second price.'),
    difference: amount('The second price minus the first.'),
    summary: text(
      'A sentence about the change: in the language of the caller if that is English, ' +
        'German, French or Italian, otherwise in English.',
    ),
    shares: Type.Array(
      Type.Object({
        cause: oneOf(
          shownCauses,
          'The cause of this part: an `answer`, a pricing `variable` of the integration, a ' +
            '`cell` or `table` of the pricing file, the `days`, the `structure` (changes of ' +
            'the pricing that cannot be isolated), or `rounding`. For customers, all causes ' +
            'on the side of the insurer are one share, `tariff`.',
        ),
        place: textOrNull('The field, the variable, or the place in the pricing file.'),
        before: anyValue('The earlier value; null if there was none.'),
        after: anyValue('The later value.'),
        amount: amount('The part of the difference; never zero.'),
        summary: text('A sentence about this part.'),
      }),
      {
        description:
          'The parts of the difference, in the order of the analysis. They add up to it ' +
          'exactly.',
      },
    ),
    outputs: Type.Array(
      Type.Object({
        output: text('The name of the output.'),
        labels: Type.Record(Type.String(), Type.String(), {
          description: 'The label of the output, by language.',
        }),
        before: anyValue('The earlier value.'),
        after: anyValue('The later value.'),
      }),
      { description: 'The outputs that customers may see (`public_outputs` of the product).' },
    ),
  },
  {
    $id: 'PriceChange',
    description: 'Why the price of a policy changed.',
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
