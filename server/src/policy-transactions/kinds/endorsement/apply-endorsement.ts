import type { Reader } from '../../../database/index.ts'
import { type PolicyTimeline, type VersionOf, priceOf } from '../../../policies/index.ts'
import { type Quote, selectQuotes } from '../../../quotes/index.ts'
import { endorseTimeline, segmentOn } from '../../../timelines/index.ts'
import type { Applied, TransactionInput } from '../../kind.ts'
import { isReplayed } from '../is-replayed.ts'
import { replayValues } from '../replay-values.ts'
import { assertPlanDay, termsAfter } from './plan-change.ts'

type EndorsementInput = TransactionInput & { readonly version: VersionOf<'endorsement'> }

/**
 * Mostly an endorsement cuts what holds on its day. Where something else begins later, all transactions
 * are replayed by day, so that what was requested for later still counts from there: with the prices
 * that were found for their days before.
 */
export async function applyEndorsement(db: Reader, input: EndorsementInput): Promise<Applied> {
  const { version, before } = input
  const { effectiveDay: day, details } = version
  const quote = details.quote_id === null ? null : await quoteOf(db, details.quote_id, input)
  const planned = quote === null ? before : plannedTerms(input, quote)
  if (await isReplayed(db, version, before)) return replayValues(input, planned)
  const contentId = details.content_id ?? segmentOn(before, day).contentId
  const priced = quote === null ? {} : { quoteId: quote.id, price: priceOf(quote) }
  const { segments } = endorseTimeline(before, day, { contentId, ...priced })
  const { terms, taxChanges } = planned
  const timeline = { ...before, terms, segments, ...(taxChanges && { taxChanges }) }
  return { timeline, contents: [], conflicts: [] }
}

/** The terms with the plan of its quote. It is looked at again: meanwhile the period may have been charged. */
function plannedTerms(
  { policy, version, product, before, charged }: EndorsementInput,
  quote: Quote,
): Pick<PolicyTimeline, 'terms' | 'taxChanges'> {
  const { effectiveDay: day, details } = version
  if (details.plan_answers === undefined) return before
  assertPlanDay(policy, { timeline: before, charged: charged.periods }, day)
  return termsAfter(before, version, quote, product)
}

async function quoteOf(
  db: Reader,
  id: Quote['id'],
  { unsaved }: Pick<TransactionInput, 'unsaved'>,
): Promise<Quote> {
  const quote = unsaved.quotes.find((one) => one.id === id) ?? (await selectQuotes(db, [id]))[0]
  if (quote === undefined) throw new Error(`quote ${id} is gone`)
  return quote
}
