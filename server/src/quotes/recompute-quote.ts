import { isDeepStrictEqual } from 'node:util'
import { type DatasetItemId, type JsonObject, isJsonObject } from '../kernel/index.ts'
import { expandItems } from '../datasets/index.ts'
import { type PricedOutcome, type PricingInput, calculate, taxByLaw } from '../pricing/index.ts'
import type { Catalogue, LoadedItem } from '../products/index.ts'
import type { Quote } from './quote.ts'

/** A stored quote with everything that its price came from. */
export interface QuotedPrice {
  readonly item: LoadedItem
  readonly input: PricingInput
}

/** What of a quote its price came from. */
export type QuotedAnswers = Pick<
  Quote,
  | 'id'
  | 'productVersionId'
  | 'integrationVersionId'
  | 'itemId'
  | 'customerInput'
  | 'datasetItems'
  | 'quotedOn'
  | 'endorsement'
>

/** The very input and revision that a quote was priced with, however long ago. */
export async function findQuotedPrice(
  catalogue: Catalogue,
  quote: QuotedAnswers,
): Promise<QuotedPrice> {
  const [version, integration] = await Promise.all([
    catalogue.version(quote.productVersionId),
    catalogue.integrationVersion(quote.integrationVersionId),
  ])
  const item = version?.items.get(quote.itemId)
  if (item === undefined || integration === undefined) {
    throw new Error(`the versions that quote ${quote.id} was made on are gone`)
  }
  const data = expandedInput(quote)
  const input = {
    data,
    variables: integration.definition.pricingVariables,
    today: quote.quotedOn,
    // Answers that an endorsement left alone may no longer pass, such as a start in the future.
    ...(quote.endorsement !== null && { held: Object.keys(data) }),
  }
  return { item, input }
}

export interface RecomputedQuote {
  readonly outcome: PricedOutcome
  /** Whether revision and answers still give the very same cents, dates and extra values. */
  readonly isSame: boolean
}

/** Prices a quote again; for an outside rater that would be a new question, so it is not asked. */
export async function recomputeQuote(
  { item, input }: QuotedPrice,
  quote: Quote,
  options: { readonly trace: boolean },
): Promise<RecomputedQuote> {
  const calculated = await calculate(item.pricing, input, options)
  const outcome =
    calculated.outcome === 'priced'
      ? { ...calculated, premium: taxByLaw(calculated.premium, quote.premium.taxChanges ?? []) }
      : calculated
  return {
    outcome,
    isSame: outcome.outcome === 'priced' && isDeepStrictEqual(outcome.premium, quote.premium),
  }
}

/** The answers with the dataset items as they were when the quote was made. */
export function expandedInput({
  customerInput,
  datasetItems,
}: Pick<Quote, 'customerInput' | 'datasetItems'>): JsonObject {
  if (datasetItems === null) return customerInput
  const items = Object.entries(datasetItems).map(([key, values]) => {
    const id = key as DatasetItemId // The snapshot is keyed by the ids it was made of.
    return [id, { values: isJsonObject(values) ? values : {} }] as const
  })
  return expandItems(customerInput, new Map(items))
}
