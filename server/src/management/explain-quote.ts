import { type Clock, type QuoteId, isId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import { findPolicy } from '../policies/index.ts'
import type { CompiledPricing, FilledFile, PricedOutcome } from '../pricing/index.ts'
import type { Catalogue } from '../products/index.ts'
import {
  type Quote,
  findQuotedPrice,
  recomputeQuote,
  selectQuote,
  quoteNotFound,
} from '../quotes/index.ts'
import { pricedWithoutWorkbook } from './reasons.ts'

interface Deps {
  readonly db: Database
  readonly catalogue: Catalogue
}

/** How a stored price came about, explained by computing it again. */
export interface ExplainedQuote {
  readonly quote: Quote
  readonly kind: CompiledPricing['kind']
  /** Null where an outside rater gave the price, which is not asked again. */
  readonly recomputed: { readonly outcome: PricedOutcome; readonly isSame: boolean } | null
}

export async function explainQuote(
  deps: Deps,
  caller: Caller,
  quoteId: string,
): Promise<ExplainedQuote> {
  const quote = await managedQuote(deps.db, caller, quoteId)
  const price = await findQuotedPrice(deps.catalogue, quote)
  const { kind } = price.item.pricing
  if (kind === 'http') return { quote, kind, recomputed: null }
  return { quote, kind, recomputed: await recomputeQuote(price, quote, { trace: true }) }
}

/** The quote that a policy, or an offer, was made from. */
export async function quoteOfPolicy(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  policyId: string,
): Promise<QuoteId> {
  return (await findPolicy(db, caller, policyId, clock())).quoteId
}

/** A quote as the insurer's own workbook with the answers in place. */
export async function fillQuoteWorkbook(
  deps: Deps,
  caller: Caller,
  quoteId: string,
): Promise<FilledFile> {
  const quote = await managedQuote(deps.db, caller, quoteId)
  const { item, input } = await findQuotedPrice(deps.catalogue, quote)
  if (item.pricing.fill === undefined) {
    throw pricedWithoutWorkbook(quoteId)
  }
  return item.pricing.fill(input)
}

async function managedQuote(db: Database, caller: Caller, quoteId: string): Promise<Quote> {
  const stored = isId('qu', quoteId) ? await selectQuote(db, quoteId) : undefined
  const quote = seenBy(caller, stored?.quote)
  if (quote === undefined) throw quoteNotFound(quoteId)
  return quote
}
