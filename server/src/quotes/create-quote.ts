import {
  type Clock,
  type FieldError,
  type JsonObject,
  Refusal,
  chooseLanguage,
  clockIn,
  mintId,
  todayIn,
  invalidData,
} from '../kernel/index.ts'
import type { Datasets, ItemsById } from '../datasets/index.ts'
import { type Premium, calculate } from '../pricing/index.ts'
import { type Terms, holdToSale } from '../products/index.ts'
import type { Receipt } from '../retries/index.ts'
import { type Billing, billingOf } from './billing.ts'
import { checkData } from './check-data.ts'
import { decideCover } from './cover.ts'
import { type Quote, mintQuoteToken } from './quote.ts'
import type { SaveQuote } from './quote-store.ts'
import { calculationFailed, knockout } from './reasons.ts'

export interface QuoteOrder {
  readonly terms: Terms
  readonly livemode: boolean
  readonly data: JsonObject
  /** Those in which the caller wants errors to be explained, the most wanted first. */
  readonly languages: readonly string[]
}

export interface QuoteDeps {
  readonly datasets: Pick<Datasets, 'lookUp'>
  readonly clock: Clock
  readonly saveQuote: SaveQuote
  /** Hears of a price that could not be computed: the revision and the place, never the customer. */
  readonly onCalculationFailed: (failure: {
    readonly pricingRevisionId: string
    readonly place: string
    readonly reason: string
  }) => void
}

/** A quote with the token that redeems it. */
export interface CreatedQuote {
  readonly quote: Quote
  readonly token: string
  readonly billing: Billing
}

/** Prices the customer's answers and keeps the quote. */
export async function createQuote(
  deps: QuoteDeps,
  order: QuoteOrder,
  receipt: Receipt<CreatedQuote> | null,
): Promise<CreatedQuote> {
  const { terms, data } = order
  const now = deps.clock()
  const { timeZone } = terms.version.definition
  const today = todayIn(timeZone, now)
  const { errors, expanded, items } = await checkData(deps.datasets, terms.version, {
    checker: terms.item.quoteChecker,
    document: { data },
    now: clockIn(timeZone, now),
  })
  if (errors.length > 0) throw explained(order, errors)
  const premium = await price(deps, order, expanded, today)
  const decision = decideCover(premium, expanded, today)
  if (!decision.ok) throw failed(deps, terms, 'duration_strategy', decision.reason)
  const id = mintId('qu', now)
  const { token, secretHash } = mintQuoteToken(id)
  const quote: Quote = {
    id,
    livemode: order.livemode,
    insurerId: terms.version.insurerId,
    distributorId: terms.integration.distributorId,
    productId: terms.version.productId,
    productVersionId: terms.version.id,
    itemId: terms.item.id,
    planId: terms.planId,
    integrationId: terms.integration.integrationId,
    integrationVersionId: terms.integrationVersion.id,
    pricingLogicId: terms.item.pricingLogicId,
    pricingRevisionId: terms.item.pricingRevisionId,
    customerInput: data,
    datasetItems: snapshotOf(items),
    premium,
    currency: terms.version.definition.currency,
    quotedOn: today,
    cover: decision.cover,
    createdAt: now,
    expiresAt: now.add({ hours: 24 * terms.version.definition.quoteValidDays }),
  }
  const created = { quote, token, billing: billingOf(terms.version, quote) }
  await deps.saveQuote({ quote, secretHash }, receipt?.(created) ?? null)
  return created
}

async function price(
  deps: QuoteDeps,
  order: QuoteOrder,
  data: JsonObject,
  today: Temporal.PlainDate,
): Promise<Premium> {
  const { terms } = order
  const variables = terms.integrationVersion.definition.pricingVariables
  const outcome = await calculate(terms.item.pricing, { data, variables, today })
  const plan = terms.version.plans.get(terms.planId)
  const result = holdToSale(outcome, plan === undefined ? [] : [plan])
  switch (result.outcome) {
    case 'priced':
      return result.premium
    case 'knockout':
      throw knockout()
    case 'invalid':
      throw explained(order, result.errors)
    case 'failed':
      throw failed(deps, terms, result.place, result.reason)
  }
}

/** Explained in a language of the product. */
function explained({ terms, languages }: QuoteOrder, errors: readonly FieldError[]): Refusal {
  const { definition } = terms.version
  const language = chooseLanguage(languages, definition.languages) ?? definition.defaultLanguage
  return invalidData(errors, language)
}

/** The insurer's mistake: it is written down, and the customer told no more than that. */
function failed(deps: QuoteDeps, terms: Terms, place: string, reason: string): Refusal {
  deps.onCalculationFailed({ pricingRevisionId: terms.item.pricingRevisionId, place, reason })
  return calculationFailed()
}

function snapshotOf(items: ItemsById): JsonObject | null {
  if (items.size === 0) return null
  return Object.fromEntries([...items.values()].map((item) => [item.id, item.values]))
}
