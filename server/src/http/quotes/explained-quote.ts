import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import type { ExplainedQuote } from '../../management/index.ts'
import { type MarkedFields, mask, maskData } from '../../masks/index.ts'
import { allowed } from '../access/allowed.ts'
import { maskedMember } from '../wire/personal.ts'
import { anyObject, oneOf, orNull, pathId, text } from '../wire/schema.ts'
import { explainedQuoteExample } from '../products/folders/examples.ts'
import { quotesExample } from './examples.ts'
import { outcomeSchema, viewOutcome, viewPremium } from './price.ts'

export const explainedQuoteSchema = Type.Object(
  {
    quote_id: text('The quote.'),
    product_version_id: text('The product version of the quote.'),
    pricing_logic_revision_id: text('The pricing revision of the quote.'),
    kind: oneOf(['formula', 'workbook', 'http'], 'The kind of pricing.'),
    customer_input: anyObject(
      'The answers as they were sent. Fields that the product marks as personal may be masked.',
    ),
    quoted_on: text('The day of the quote, which is `today` in the pricing.'),
    quoted: anyObject('The quoted premium, in whole minor units.'),
    is_same: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        'Whether the recalculation gives the same price. Null for an external rater, which ' +
        'is not asked again.',
    }),
    recomputed: orNull(
      Type.Object(outcomeSchema),
      'The recalculated price, step by step. If an answer that is masked went into it, the values ' +
        'of all steps are masked.',
    ),
    allowed: Type.Optional(allowed('reveal')),
    masked: maskedMember,
  },
  {
    $id: 'ExplainedQuote',
    description: 'A stored price with its calculation.',
    examples: [explainedQuoteExample],
  },
)

export const quoteParams = Type.Object({
  quoteId: pathId('The quote.', quotesExample[0]?.id ?? ''),
})

/** The description of both calls that explain a price. */
export const explanation =
  'Recalculates the price from its pricing revision and answers, however old, and shows ' +
  'each step or cell.'

/** With the marks of the product for callers with masks; null for others. */
export function viewExplained(
  { quote, kind, recomputed }: ExplainedQuote,
  marks: MarkedFields | null,
): Static<typeof explainedQuoteSchema> {
  const { data, masked } =
    marks === null
      ? { data: quote.customerInput, masked: [] }
      : maskData(marks, quote.customerInput)
  const isMasked = masked.length > 0
  const outcome = recomputed === null ? null : viewOutcome(recomputed.outcome)
  return {
    quote_id: quote.id,
    product_version_id: quote.productVersionId,
    pricing_logic_revision_id: quote.pricingRevisionId,
    kind,
    customer_input: data,
    quoted_on: quote.quotedOn.toString(),
    quoted: viewPremium(quote.premium),
    is_same: recomputed?.isSame ?? null,
    recomputed: isMasked && outcome !== null ? withoutValues(outcome) : outcome,
    ...(isMasked && {
      masked: [
        ...masked.map((field) => `customer_input.${field}`),
        ...(outcome === null ? [] : ['recomputed.steps']),
      ],
    }),
  }
}

/** Any step may give an answer away, and so may the reason of a failure. */
function withoutValues(outcome: ReturnType<typeof viewOutcome>): typeof outcome {
  return {
    ...outcome,
    result: outcome.outcome === 'priced' ? outcome.result : {},
    steps: outcome.steps.map(({ place, formula }) => ({ place, formula, value: mask })),
  }
}
