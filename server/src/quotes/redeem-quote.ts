import {
  type Clock,
  type Moment,
  type PolicyId,
  type PolicyVersionId,
  type QuoteId,
  clockIn,
} from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Datasets } from '../datasets/index.ts'
import { momentOfSale, quotedOnAnotherClock } from '../deadlines/index.ts'
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
import { type Quote, type EndorsementOfQuote, parseQuoteToken } from './quote.ts'
import { type NewQuote, selectQuote } from './quote-store.ts'
import type { RecentQuotes } from './recent-quotes.ts'
import {
  quoteTokenExpired,
  quoteTokenOfEndorsement,
  quoteTokenOfOlder,
  quoteTokenOfOther,
  quoteTokenOfSale,
  quoteTokenOvertaken,
  quoteTokenUnknown,
} from './reasons.ts'

export interface RedeemedQuote {
  readonly quote: Quote
  readonly version: LoadedVersion
  readonly item: LoadedItem
  /** When it is redeemed. */
  readonly moment: Moment
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
  { token, clockId }: { readonly token: string; readonly clockId: string | null },
): Promise<RedeemedQuote> {
  const redeemed = await findRedeemable(deps, caller, { token, clockId })
  const { quote, version, moment } = redeemed
  if (quote.endorsement !== null) throw quoteTokenOfEndorsement(quote.endorsement.policyId)
  const clock = clockIn(version.definition.timeZone, moment.now)
  const isOtherDay = !clock.toPlainDate().equals(quote.quotedOn)
  if (isOtherDay) await assertStillValid(deps.datasets, redeemed, clock)
  return redeemed
}

export interface RedeemedEndorsement extends RedeemedQuote {
  readonly endorsement: EndorsementOfQuote
}

/** The same for an endorsement: the quote must be for this policy, and for its present version. */
export async function redeemEndorsement(
  deps: RedeemDeps,
  caller: Caller,
  token: string,
  policy: { readonly id: PolicyId; readonly versionId: PolicyVersionId },
): Promise<RedeemedEndorsement> {
  const redeemed = await findRedeemable(deps, caller, { token, clockId: null })
  const { endorsement } = redeemed.quote
  if (endorsement === null) throw quoteTokenOfSale()
  if (endorsement.policyId !== policy.id) throw quoteTokenOfOther(policy.id)
  if (endorsement.versionId !== policy.versionId) throw quoteTokenOfOlder(policy.id)
  return { ...redeemed, endorsement }
}

async function findRedeemable(
  deps: RedeemDeps,
  caller: Caller,
  { token, clockId }: { readonly token: string; readonly clockId: string | null },
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
  if (clockId !== null && clockId !== quote.clockId) throw quotedOnAnotherClock(clockId)
  const moment = await momentOfSale(deps.db, deps.clock, quote)
  if (Temporal.Instant.compare(quote.expiresAt, moment.now) <= 0) {
    throw quoteTokenExpired()
  }
  const version = await deps.catalogue.version(quote.productVersionId)
  const item = version?.items.get(quote.itemId)
  if (version === undefined || item === undefined) {
    throw productVersionNotFound(quote.productVersionId)
  }
  return { quote, version, item, moment }
}

async function findQuote(
  { db, recentQuotes }: RedeemDeps,
  id: QuoteId,
): Promise<NewQuote | undefined> {
  return recentQuotes.find(id) ?? selectQuote(db, id)
}

async function assertStillValid(
  datasets: RedeemDeps['datasets'],
  { quote, version, item }: Omit<RedeemedQuote, 'moment'>,
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
