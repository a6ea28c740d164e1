import { type Clock, type QuoteId, clockIn } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Datasets } from '../datasets/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import {
  type Catalogue,
  type LoadedItem,
  type LoadedVersion,
  assertPageAllowed,
  productVersionNotFound,
} from '../products/index.ts'
import { secretMatches } from '../sealing/index.ts'
import { checkData } from './check-data.ts'
import { type Quote, parseQuoteToken } from './quote.ts'
import { type NewQuote, selectQuote } from './quote-store.ts'
import type { RecentQuotes } from './recent-quotes.ts'
import {
  quoteTokenExpired,
  quoteTokenOfChange,
  quoteTokenOvertaken,
  quoteTokenUnknown,
} from './reasons.ts'

export interface RedeemedQuote {
  readonly quote: Quote
  readonly version: LoadedVersion
  readonly item: LoadedItem
}

export interface RedeemDeps {
  readonly db: Database
  readonly datasets: Pick<Datasets, 'lookUp'>
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly recentQuotes: RecentQuotes
}

/**
 * Finds the quote for a sale behind a token. It must be this caller's, still valid, and still pass
 * the product's own rules: a start date that was in the future when quoted may have passed since.
 */
export async function redeemQuote(
  deps: RedeemDeps,
  caller: Caller,
  token: string,
): Promise<RedeemedQuote> {
  const now = deps.clock()
  const redeemed = await findRedeemable(deps, caller, token, now)
  const { quote, version } = redeemed
  if (quote.change !== null) throw quoteTokenOfChange(quote.change.policyId)
  const clock = clockIn(version.definition.timeZone, now)
  const isOtherDay = !clock.toPlainDate().equals(quote.quotedOn)
  if (isOtherDay) await assertStillValid(deps.datasets, redeemed, clock)
  return redeemed
}

async function findRedeemable(
  deps: RedeemDeps,
  caller: Caller,
  token: string,
  now: Temporal.Instant,
): Promise<RedeemedQuote> {
  const parsed = parseQuoteToken(token)
  const stored = parsed === null ? undefined : await findQuote(deps, parsed.id)
  if (
    parsed === null ||
    stored === undefined ||
    !secretMatches(parsed.secret, stored.secretHash) ||
    seenBy(caller, stored.quote) === undefined
  ) {
    throw quoteTokenUnknown()
  }
  const { quote } = stored
  await assertPageAllowed(deps.catalogue, caller, quote)
  if (Temporal.Instant.compare(quote.expiresAt, now) <= 0) {
    throw quoteTokenExpired()
  }
  const version = await deps.catalogue.version(quote.productVersionId)
  const item = version?.items.get(quote.itemId)
  if (version === undefined || item === undefined) {
    throw productVersionNotFound(quote.productVersionId)
  }
  return { quote, version, item }
}

async function findQuote(
  { db, recentQuotes }: RedeemDeps,
  id: QuoteId,
): Promise<NewQuote | undefined> {
  return recentQuotes.find(id) ?? selectQuote(db, id)
}

async function assertStillValid(
  datasets: RedeemDeps['datasets'],
  { quote, version, item }: RedeemedQuote,
  now: Temporal.PlainDateTime,
): Promise<void> {
  const { errors } = await checkData(datasets, version, {
    checker: item.quoteChecker,
    document: { data: quote.customerInput },
    now,
  })
  if (errors.length === 0) return
  const fields = errors.map((error) => error.field).join(', ')
  throw quoteTokenOvertaken(fields)
}
