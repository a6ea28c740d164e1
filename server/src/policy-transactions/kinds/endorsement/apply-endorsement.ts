import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, mintId } from '../../../kernel/index.ts'
import type { Reader } from '../../../database/index.ts'
import {
  type PolicyContent,
  type PolicySegment,
  type VersionOf,
  documentOf,
  knownFrom,
  priceOf,
} from '../../../policies/index.ts'
import { type Quote, selectQuotes } from '../../../quotes/index.ts'
import {
  conflictsOf,
  endorseTimeline,
  hasLaterSegments,
  replayTransactions,
  segmentOn,
} from '../../../timelines/index.ts'
import type { Applied, TransactionInput } from '../../kind.ts'

type EndorsementInput = TransactionInput & { readonly version: VersionOf<'endorsement'> }

/**
 * Mostly an endorsement cuts what holds on its day. Where something else begins later, all transactions
 * are replayed by day, so that what was requested for later still counts from there: with the prices
 * that were found for their days before.
 */
export async function applyEndorsement(db: Reader, input: EndorsementInput): Promise<Applied> {
  const { version, before } = input
  const { effectiveDay: day, details } = version
  if (hasLaterSegments(before, day)) return replayWithLater(input)
  const contentId = details.content_id ?? segmentOn(before, day).contentId
  const quote = details.quote_id === null ? null : await quoteOf(db, details.quote_id, input)
  const priced = quote === null ? {} : { quoteId: quote.id, price: priceOf(quote) }
  const timeline = endorseTimeline(before, day, { contentId, ...priced })
  return { timeline, contents: [], conflicts: [] }
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

async function replayWithLater(input: EndorsementInput): Promise<Applied> {
  const { policy, before, quotes, now } = input
  const chain = await input.readChain()
  const replayed = replayTransactions(chain.steps)
  const contents: PolicyContent[] = []
  /** The content that holds this data: one that a transaction brought, or one that is new. */
  const contentFor = (data: JsonObject) => {
    const known = [...chain.contents.values(), ...contents].find((one) =>
      isDeepStrictEqual(data, documentOf(one)),
    )
    if (known !== undefined) return known.id
    const content = { id: mintId('pco', now), policyId: policy.id, ...knownFrom(data) }
    contents.push(content)
    return content.id
  }
  const segments = replayed.segments.map(({ firstDay, kind, content }): PolicySegment => {
    const quote = quotes.get(firstDay.toString())
    if (quote === undefined) throw new Error(`nobody priced what holds from ${firstDay} on`)
    const contentId = content.contentId ?? contentFor(content.data)
    return { firstDay, kind, quoteId: quote.id, price: priceOf(quote), contentId }
  })
  return {
    timeline: { terms: before.terms, segments, ending: replayed.ending },
    contents,
    conflicts: conflictsOf(chain.steps),
  }
}
