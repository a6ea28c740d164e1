import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, type Moment, type QuoteId, mintId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { findItemReferences } from '../datasets/index.ts'
import type { Catalogue } from '../products/index.ts'
import {
  type NewQuote,
  type OnCalculationFailed,
  type Quote,
  expandedInput,
  mintQuoteToken,
  priceAnswers,
} from '../quotes/index.ts'
import { type LaidSegment, hasLaterSegments, layOrders, segmentOn } from '../timelines/index.ts'
import { type DraftedOrder, type OrderChain, readChain } from './order-chain.ts'
import type { PolicyTimeline } from './policy-version.ts'
import type { ChangeVersion } from './lay-change.ts'
import { termsOf } from './terms-of.ts'
import { selectTimeline } from './version-store.ts'

export interface PriceAgainDeps {
  readonly db: Database
  readonly catalogue: Catalogue
  /** In which languages whoever asks wants errors explained, the most wanted first. */
  readonly languages?: readonly string[]
  readonly onCalculationFailed: OnCalculationFailed
}

/** Which quote the answers of a segment have, by the segment's first day. */
export type QuotesByDay = ReadonlyMap<string, Quote>

export interface PricedAgain {
  readonly quotes: QuotesByDay
  /** Those of them that are stored nowhere yet. */
  readonly made: readonly NewQuote[]
}

/**
 * Prices the answers that a change, laid under later orders, makes others on their days. What stays as
 * it was priced is not asked again. Outside of any transaction: a rater may be asked. Nothing is
 * written.
 */
export async function priceAgain(
  deps: PriceAgainDeps,
  order: DraftedOrder,
  moment: Moment,
): Promise<PricedAgain> {
  const { version } = order
  const quotes = new Map<string, Quote>()
  const made: NewQuote[] = []
  if (version.kind !== 'change' || version.basedOn === null) return { quotes, made }
  const before = await selectTimeline(deps.db, version.basedOn)
  if (before === undefined || !hasLaterSegments(before, version.effectiveDay)) {
    return { quotes, made }
  }
  const chain = await readChain(deps.db, order)
  for (const segment of layOrders(chain.orders).segments) {
    const day = segment.firstDay.toString()
    const known = knownQuote(segment, before, chain, [...quotes.values()])
    const quote = known ?? (await price(deps, version, segment, chain, moment))
    quotes.set(day, quote)
    // Nobody is given its token.
    if (known === undefined) made.push({ quote, secretHash: mintQuoteToken(quote.id).secretHash })
  }
  return { quotes, made }
}

/** An order's own, the one that held on the day, or one that was just made for the same answers. */
function knownQuote(
  { firstDay, content }: LaidSegment,
  before: PolicyTimeline,
  { quotes }: OrderChain,
  made: readonly Quote[],
): Quote | undefined {
  if (content.quoteId !== null) return quotes.get(content.quoteId)
  const held = quotes.get(segmentOn(before, firstDay).quoteId)
  return [held, made.at(-1)].find(
    (quote) =>
      quote !== undefined &&
      quote.productVersionId === content.productVersionId &&
      isDeepStrictEqual(quote.customerInput, content.input),
  )
}

async function price(
  deps: PriceAgainDeps,
  { policyId, id: versionId }: ChangeVersion,
  { firstDay, content }: LaidSegment,
  { quotes }: OrderChain,
  moment: Moment,
): Promise<Quote> {
  const [sold] = quotes.values()
  const like = [...quotes.values()].findLast(
    (quote) => quote.productVersionId === content.productVersionId,
  )
  const base = like ?? sold
  if (base === undefined) throw new Error(`policy ${policyId} was never quoted for`)
  const datasetItems = itemsIn(content.input, [...quotes.values()])
  const answers = { customerInput: content.input, datasetItems }
  const terms = await termsOf(deps.catalogue, base)
  const data = expandedInput(answers)
  const held = Object.keys(data) // All of it was checked when it was ordered.
  const pricing = { terms, languages: deps.languages ?? [] }
  const premium = await priceAnswers(deps, pricing, { data, today: firstDay, held })
  const id: QuoteId = mintId('qu', moment)
  return {
    ...base,
    ...answers,
    id,
    premium,
    quotedOn: firstDay,
    createdAt: moment.now,
    expiresAt: moment.now,
    change: { policyId, versionId, effectiveDay: firstDay },
  }
}

/** The items that the answers name, as they were when they were first named. */
function itemsIn(input: JsonObject, quotes: readonly Quote[]): JsonObject | null {
  const known: JsonObject = Object.assign(
    {},
    ...quotes.map(({ datasetItems }) => datasetItems ?? {}),
  )
  const named = findItemReferences(input).flatMap(({ id }) => {
    const values = known[id]
    return values === undefined ? [] : [[id, values] as const]
  })
  return named.length === 0 ? null : Object.fromEntries(named)
}
