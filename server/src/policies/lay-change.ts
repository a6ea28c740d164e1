import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, type QuoteId, mintId } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { type Quote, selectQuotes } from '../quotes/index.ts'
import {
  type Conflict,
  changeTimeline,
  conflictsOf,
  hasLaterSegments,
  layOrders,
  segmentOn,
} from '../timelines/index.ts'
import { type Brought, type DraftedOrder, type OrderChain, readChain } from './order-chain.ts'
import { documentOf, knownFrom } from './policy-content.ts'
import type {
  PolicyContent,
  PolicySegment,
  PolicyTimeline,
  PolicyVersion,
} from './policy-version.ts'
import type { QuotesByDay } from './price-again.ts'
import { priceOf } from './sold-timeline.ts'

/** What a change makes of a policy: the timeline, and data that stood nowhere before. */
export interface LaidChange {
  readonly timeline: PolicyTimeline
  readonly contents: readonly PolicyContent[]
  /** What it says only up to a day, because something else was ordered for later. */
  readonly conflicts: readonly Conflict[]
}

export type ChangeVersion = PolicyVersion & { readonly kind: 'change' }

/**
 * Mostly a change cuts what holds on its day. Where something else begins later, all orders are laid
 * again by day, so that what was ordered for later still counts from there: with the prices that were
 * found for their days before.
 */
export async function layChange(
  db: Reader,
  order: DraftedOrder<ChangeVersion>,
  {
    before,
    quotes,
    now,
  }: {
    readonly before: PolicyTimeline
    readonly quotes: QuotesByDay
    readonly now: Temporal.Instant
  },
): Promise<LaidChange> {
  const { effectiveDay: day, change } = order.version
  if (hasLaterSegments(before, day)) {
    return layAgain(await readChain(db, order), order.version, { before, quotes, now })
  }
  const held = segmentOn(before, day)
  const contentId = change.content_id ?? held.contentId
  if (change.quote_id === null) {
    return { timeline: changeTimeline(before, day, { contentId }), ...nothingElse }
  }
  const quote = await quoteOf(db, change.quote_id, order.brought)
  const changes = { contentId, quoteId: quote.id, price: priceOf(quote) }
  return { timeline: changeTimeline(before, day, changes), ...nothingElse }
}

async function quoteOf(db: Reader, id: QuoteId, { quotes }: Brought): Promise<Quote> {
  const quote = quotes.find((one) => one.id === id) ?? (await selectQuotes(db, [id]))[0]
  if (quote === undefined) throw new Error(`quote ${id} is gone`)
  return quote
}

const nothingElse = { contents: [], conflicts: [] }

function layAgain(
  chain: OrderChain,
  { policyId }: ChangeVersion,
  { before, quotes, now }: { before: PolicyTimeline; quotes: QuotesByDay; now: Temporal.Instant },
): LaidChange {
  const { segments, ending } = layOrders(chain.orders)
  const contents: PolicyContent[] = []
  /** Where data stands that no order brought as it is now: in what was laid before, or nowhere yet. */
  const contentFor = (data: JsonObject) => {
    const known = [...chain.contents.values(), ...contents].find((one) =>
      isDeepStrictEqual(data, documentOf(one)),
    )
    if (known !== undefined) return known.id
    const content = { id: mintId('pco', now), policyId, ...knownFrom(data) }
    contents.push(content)
    return content.id
  }
  const laid = segments.map(({ firstDay, kind, content }): PolicySegment => {
    const quote = quotes.get(firstDay.toString())
    if (quote === undefined) throw new Error(`nobody priced what holds from ${firstDay} on`)
    const contentId = content.contentId ?? contentFor(content.data)
    return { firstDay, kind, quoteId: quote.id, price: priceOf(quote), contentId }
  })
  return {
    timeline: { terms: before.terms, segments: laid, ending },
    contents,
    conflicts: conflictsOf(chain.orders),
  }
}
