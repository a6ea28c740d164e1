import {
  type Clock,
  type ClockId,
  type JsonObject,
  clockIn,
  mintId,
  todayIn,
} from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Datasets, ItemsById } from '../datasets/index.ts'
import { momentOfSale } from '../deadlines/index.ts'
import { type Terms, daysSold, decideCover } from '../products/index.ts'
import type { ReplayWriter } from '../idempotency/index.ts'
import { type Billing, billingOf } from './billing.ts'
import { checkData } from './check-data.ts'
import { type FailureDeps, explained, failed, priceAnswers } from './price-answers.ts'
import { type Quote, mintQuoteToken } from './quote.ts'
import type { SaveQuote } from './quote-store.ts'

export interface QuoteRequest {
  readonly terms: Terms
  readonly livemode: boolean
  /** The test clock that it is made on; null for true time. */
  readonly clockId: ClockId | null
  readonly data: JsonObject
  /** Those in which the caller wants errors to be explained, the most wanted first. */
  readonly languages: readonly string[]
}

export interface QuoteDeps extends FailureDeps {
  readonly db: Queryable
  readonly datasets: Pick<Datasets, 'lookUp'>
  readonly clock: Clock
  readonly saveQuote: SaveQuote
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
  request: QuoteRequest,
  replay: ReplayWriter<CreatedQuote> | null,
): Promise<CreatedQuote> {
  const { terms, data } = request
  const moment = await momentOfSale(deps.db, deps.clock, request)
  const { now } = moment
  const { timeZone } = terms.version.definition
  const today = todayIn(timeZone, now)
  const { errors, expanded, items } = await checkData(deps.datasets, terms.version, {
    checker: terms.item.quoteChecker,
    document: { data },
    now: clockIn(timeZone, now),
  })
  if (errors.length > 0) throw explained(request, errors)
  const premium = await priceAnswers(
    deps,
    { ...request, mayChoosePlan: true },
    { data: expanded, today },
    { daysOf: (premium) => daysSold(premium, expanded, today), isNew: true },
  )
  const decision = decideCover(premium, expanded, today)
  if (!decision.ok) {
    throw failed(deps, request, { place: 'duration_strategy', reason: decision.reason })
  }
  const id = mintId('qu', moment)
  const { token, secretHash } = mintQuoteToken(id)
  const quote: Quote = {
    id,
    livemode: request.livemode,
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
    clockId: request.clockId,
    createdAt: now,
    expiresAt: now.add({ hours: 24 * terms.version.definition.quoteValidDays }),
    endorsement: null,
  }
  const created = { quote, token, billing: billingOf(terms.version, quote) }
  await deps.saveQuote({ quote, secretHash }, replay?.(created) ?? null)
  return created
}

function snapshotOf(items: ItemsById): JsonObject | null {
  if (items.size === 0) return null
  return Object.fromEntries([...items.values()].map((item) => [item.id, item.values]))
}
