import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, type Moment, type QuoteId, mintId } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import { findItemReferences } from '../../datasets/index.ts'
import { type PolicyTimeline, type VersionOf, selectTimeline } from '../../policies/index.ts'
import type { Catalogue } from '../../products/index.ts'
import {
  type NewQuote,
  type OnCalculationFailed,
  type Quote,
  expandedInput,
  mintQuoteToken,
  priceAnswers,
} from '../../quotes/index.ts'
import { taxByLaw } from '../../pricing/index.ts'
import {
  type ReplayedSegment,
  areSameTaxChanges,
  replayTransactions,
  segmentOn,
} from '../../timelines/index.ts'
import type { DraftTransaction, QuotesByDay, TransactionChain } from '../kind.ts'
import { termsAfter } from '../kinds/endorsement/plan-change.ts'
import { isReplayed } from '../kinds/is-replayed.ts'
import { termsOf } from './terms-of.ts'
import { readChain } from './transaction-chain.ts'

export interface PriceLaterDaysDeps {
  readonly db: Database
  readonly catalogue: Catalogue
  /** In which languages whoever asks wants errors explained, the most wanted first. */
  readonly languages?: readonly string[]
  readonly onCalculationFailed: OnCalculationFailed
}

export interface PricedLaterDays {
  readonly quotes: QuotesByDay
  /** Those of them that are stored nowhere yet. */
  readonly made: readonly NewQuote[]
}

/**
 * Prices the days of an adjusted term, and the days after an endorsement on which something requested
 * before it counts: its answers make other prices there. What stays as it was priced is not asked again. Outside of any database
 * transaction: a rater may be asked. Nothing is written.
 */
export async function priceLaterDays(
  deps: PriceLaterDaysDeps,
  drafted: DraftTransaction,
  moment: Moment,
): Promise<PricedLaterDays> {
  const { version } = drafted
  const quotes = new Map<string, Quote>()
  const made: NewQuote[] = []
  const isReplacing = version.kind === 'endorsement' || version.kind === 'adjustment'
  if (!isReplacing || version.basedOn === null) return { quotes, made }
  const before = await selectTimeline(deps.db, version.basedOn)
  if (before === undefined || !(await isReplayed(deps.db, version, before))) {
    return { quotes, made }
  }
  const chain = await readChain(deps.db, drafted)
  const terms = await termsOfDraft(deps, version, before, chain)
  for (const segment of replayTransactions(chain.steps, terms).segments) {
    const day = segment.firstDay.toString()
    const known = knownQuote(segment, before, chain, [...quotes.values()])
    const quote = known ?? (await price(deps, version, segment, before, chain, moment))
    quotes.set(day, quote)
    // Nobody is given its token.
    if (known === undefined) made.push({ quote, secretHash: mintQuoteToken(quote.id).secretHash })
  }
  return { quotes, made }
}

/** The terms after the transaction, which may change their plan. */
async function termsOfDraft(
  { catalogue }: PriceLaterDaysDeps,
  version: VersionOf<'endorsement' | 'adjustment'>,
  before: PolicyTimeline,
  { quotes }: TransactionChain,
): Promise<Pick<PolicyTimeline, 'terms' | 'taxChanges'>> {
  if (version.kind === 'adjustment') return before
  const { quote_id: quoteId } = version.details
  const quote = quoteId === null ? undefined : quotes.get(quoteId)
  const product = quote && (await catalogue.version(quote.productVersionId))
  return quote && product ? termsAfter(before, version, quote, product) : before
}

/** A transaction's own, the one that held on the day, or one just made for the same answers. */
function knownQuote(
  { firstDay, content }: ReplayedSegment,
  before: PolicyTimeline,
  { quotes }: TransactionChain,
  made: readonly Quote[],
): Quote | undefined {
  if (content.quoteId !== null) return quotes.get(content.quoteId)
  const held = quotes.get(segmentOn(before, firstDay).quoteId)
  return [held, made.at(-1)].find(
    (quote) =>
      quote !== undefined &&
      quote.productVersionId === content.productVersionId &&
      quote.planId === content.planId &&
      areSameTaxChanges(quote.premium.taxChanges, content.taxChanges) &&
      isDeepStrictEqual(quote.customerInput, content.input),
  )
}

async function price(
  deps: PriceLaterDaysDeps,
  { policyId, id: versionId }: VersionOf<'endorsement' | 'adjustment'>,
  { firstDay, content }: ReplayedSegment,
  before: PolicyTimeline,
  { quotes }: TransactionChain,
  moment: Moment,
): Promise<Quote> {
  const [sold] = quotes.values()
  const held = quotes.get(segmentOn(before, firstDay).quoteId)
  // Best the one that held on the day: it has the days of its term.
  const like = [...quotes.values(), ...(held === undefined ? [] : [held])].findLast(
    (quote) => quote.productVersionId === content.productVersionId,
  )
  const base = like ?? sold
  if (base === undefined) throw new Error(`policy ${policyId} was never quoted for`)
  const datasetItems = itemsIn(content.input, [...quotes.values()])
  const answers = { customerInput: content.input, datasetItems }
  const { planId } = content
  const terms = { ...(await termsOf(deps.catalogue, base)), planId }
  const data = expandedInput(answers)
  const pricing = { terms, languages: deps.languages ?? [] }
  const priced = await priceAnswers(deps, pricing, {
    data,
    today: firstDay,
    held: Object.keys(data), // All of it was checked when it was requested.
  })
  const premium = taxByLaw(priced, content.taxChanges ?? [])
  const id: QuoteId = mintId('qu', moment)
  return {
    ...base,
    ...answers,
    id,
    planId,
    premium,
    quotedOn: firstDay,
    createdAt: moment.now,
    expiresAt: moment.now,
    endorsement: { policyId, versionId, effectiveDay: firstDay },
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
