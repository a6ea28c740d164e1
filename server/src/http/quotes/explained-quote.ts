import { type Static, Type } from 'typebox'
import type { ExplainedQuote } from '../../management/index.ts'
import { anyObject, oneOf, orNull, pathId, text } from '../wire/schema.ts'
import { explainedQuoteExample } from '../products/folders/examples.ts'
import { quotesExample } from './examples.ts'
import { outcomeSchema, viewOutcome, viewPremium } from './price.ts'

export const explainedQuoteSchema = Type.Object(
  {
    quote_id: text('The quote.'),
    product_version_id: text('The version it was priced on.'),
    pricing_logic_revision_id: text('The revision it was priced by.'),
    kind: oneOf(['formula', 'workbook', 'http'], 'The kind of pricing.'),
    quoted_on: text('The day it was made, which is `today` to the pricing.'),
    quoted: anyObject('The premium as it was quoted, in whole minor units.'),
    is_same: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        'Whether computing it again gives the very same. Null for an outside rater, which is not asked again.',
    }),
    recomputed: orNull(Type.Object(outcomeSchema), 'What comes out now, step by step.'),
  },
  {
    $id: 'ExplainedQuote',
    description: 'A stored price and how it came about.',
    examples: [explainedQuoteExample],
  },
)

export const quoteParams = Type.Object({
  quoteId: pathId('The quote.', quotesExample[0]?.id ?? ''),
})

/** What the two calls that explain a price have to say of themselves. */
export const explanation =
  'Computes it again from its revision and its answers, however old, with each step or cell.'

export function viewExplained({
  quote,
  kind,
  recomputed,
}: ExplainedQuote): Static<typeof explainedQuoteSchema> {
  return {
    quote_id: quote.id,
    product_version_id: quote.productVersionId,
    pricing_logic_revision_id: quote.pricingRevisionId,
    kind,
    quoted_on: quote.quotedOn.toString(),
    quoted: viewPremium(quote.premium),
    is_same: recomputed?.isSame ?? null,
    recomputed: recomputed === null ? null : viewOutcome(recomputed.outcome),
  }
}
