import {
  type Clock,
  type FieldError,
  type JsonObject,
  type PolicyId,
  type QuoteId,
  invalidData,
  todayIn,
} from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { momentOfOrder } from '../deadlines/index.ts'
import type { Caller } from '../identity/index.ts'
import { selectCharged } from '../ledger/index.ts'
import type { Premium } from '../pricing/index.ts'
import type { Catalogue, ProductDefinition } from '../products/index.ts'
import {
  type ChangeOrder,
  type LaterQuote,
  type PriceChangeDeps,
  type PricedChange,
  type Quote,
  type SaveQuote,
  priceChange,
  priceLater,
  selectQuotes,
} from '../quotes/index.ts'
import type { Receipt } from '../retries/index.ts'
import { periodPriceOf, segmentOn } from '../timelines/index.ts'
import { decideEffectiveDay } from './effective-day.ts'
import { findSale } from './find-sale.ts'
import { type ForeseenChange, foreseeChange, repriced } from './foresee-change.ts'
import { layWhereOld } from './lay-old.ts'
import { assertMayChange } from './may-change.ts'
import type { PolicyTimeline } from './policy-version.ts'
import { assertPossible } from './possible-orders.ts'
import { termsOf } from './terms-of.ts'

export interface QuoteChangeDeps extends PriceChangeDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly saveQuote: SaveQuote
}

export interface QuoteChangeOrder {
  readonly caller: Caller
  readonly policyId: PolicyId
  /** As it was sent; null for today. */
  readonly effectiveDate: string | null
  /** The answers that are to differ. */
  readonly data: JsonObject
  /** What else the request names, by its members: all of it must be what the policy has. */
  readonly named: Readonly<Record<NamedMember, string | null>>
  readonly languages: readonly string[]
}

/** A quote for a change, with what it would come to. */
export interface QuotedPolicyChange extends PricedChange {
  /** What a billing period costs without it. */
  readonly paymentBefore: number
  readonly foreseen: ForeseenChange
  readonly product: ProductDefinition
}

/** Quotes for a change of a policy, on what holds on the day from which it is to count. */
export async function quoteChange(
  deps: QuoteChangeDeps,
  order: QuoteChangeOrder,
  receipt: Receipt<QuotedPolicyChange> | null,
): Promise<QuotedPolicyChange> {
  const { caller, data, languages } = order
  const policy = await findSale(deps.db, caller, order.policyId, deps.clock())
  const moment = await momentOfOrder(deps.db, deps.clock, policy)
  const { now } = moment
  const product = await deps.catalogue.versionInTime(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  const { life, timeZone } = product.definition
  assertMayChange(caller, life)
  assertPossible('change', policy, now)
  const timeline = await layWhereOld(deps.db, policy, product, now)
  const quotes = await quotesIn(deps.db, timeline)
  const today = todayIn(timeZone, now)
  const asked = decideEffectiveDay(timeline, { asked: order.effectiveDate, caller, life, today })
  const day = asked.ok ? asked.day : today
  const held = segmentOn(timeline, day)
  const before = quoteOf(held.quoteId, quotes)
  const errors = [...mismatches(order.named, before), ...(asked.ok ? [] : [asked.error])]
  if (errors.length > 0) throw invalidData(errors, null)
  const change = { policyId: policy.id, versionId: policy.versionId, effectiveDay: day }
  const terms = await termsOf(deps.catalogue, before)
  const pricing: ChangeOrder = { before, change, data, languages, terms, moment }
  const priced = await priceChange(deps, pricing)
  const later = await laterQuotes(deps.catalogue, timeline, day, quotes)
  const premiums = new Map<QuoteId, Premium>([
    ...(await priceLater(deps, pricing, priced.quote, later)),
    [before.id, priced.quote.premium],
  ])
  const charged = await selectCharged(deps.db, policy.id)
  const after = repriced(timeline, day, prices(premiums))
  const quoted = {
    ...priced,
    paymentBefore: held.price.payment,
    foreseen: foreseeChange(after, charged.periods, life, today),
    product: terms.version.definition,
  }
  await deps.saveQuote(priced, receipt?.(quoted) ?? null)
  return quoted
}

const namedOf = {
  item_id: 'itemId',
  subscription_plan_id: 'planId',
  integration_id: 'integrationId',
  product_version_id: 'productVersionId',
  integration_version_id: 'integrationVersionId',
} as const satisfies Record<string, keyof Quote>
type NamedMember = keyof typeof namedOf

function mismatches(named: QuoteChangeOrder['named'], quote: Quote): FieldError[] {
  const members = Object.keys(namedOf) as NamedMember[] // It has no others.
  return members
    .filter((member) => named[member] !== null && named[member] !== quote[namedOf[member]])
    .map((field) => ({
      code: 'invalid_value',
      field,
      rules: ['same'],
      params: { same: ['policy_id'] },
    }))
}

async function quotesIn(
  db: Database,
  { segments }: PolicyTimeline,
): Promise<ReadonlyMap<QuoteId, Quote>> {
  const ids = [...new Set(segments.map(({ quoteId }) => quoteId))]
  const quotes = await selectQuotes(db, ids)
  return new Map(quotes.map((quote) => [quote.id, quote]))
}

function quoteOf(id: QuoteId, quotes: ReadonlyMap<QuoteId, Quote>): Quote {
  const quote = quotes.get(id)
  if (quote === undefined) throw new Error(`quote ${id} is gone`)
  return quote
}

/** The quotes of days after this one, in their order. */
async function laterQuotes(
  catalogue: Catalogue,
  timeline: PolicyTimeline,
  day: Temporal.PlainDate,
  quotes: ReadonlyMap<QuoteId, Quote>,
): Promise<LaterQuote[]> {
  const held = segmentOn(timeline, day).quoteId
  const later = timeline.segments
    .filter(({ firstDay }) => Temporal.PlainDate.compare(firstDay, day) > 0)
    .map(({ quoteId }) => quoteId)
  const ids = [...new Set(later)].filter((id) => id !== held)
  return Promise.all(
    ids.map(async (id) => {
      const quote = quoteOf(id, quotes)
      return { quote, terms: await termsOf(catalogue, quote) }
    }),
  )
}

function prices(premiums: ReadonlyMap<QuoteId, Premium>) {
  return new Map(
    [...premiums].map(([id, premium]) => {
      const price = periodPriceOf(premium)
      if (price === null) throw new Error('pricing lets no payment be less than its premium')
      return [id, price] as const
    }),
  )
}
