import { isDeepStrictEqual } from 'node:util'
import { mintId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import {
  type Content,
  changeTimeline,
  hasLaterSegments,
  layOrders,
  segmentOn,
} from '../timelines/index.ts'
import { type OrderChain, readChain } from './order-chain.ts'
import { documentOf, knownFrom } from './policy-content.ts'
import type {
  PolicyContent,
  PolicySegment,
  PolicyTimeline,
  PolicyVersion,
} from './policy-version.ts'
import { priceOf } from './sold-timeline.ts'

/** What a change makes of a policy: the timeline, and data that stood nowhere before. */
export interface LaidChange {
  readonly timeline: PolicyTimeline
  readonly contents: readonly PolicyContent[]
}

export type ChangeVersion = PolicyVersion & { readonly kind: 'change' }

/**
 * Mostly a change cuts what holds on its day. Where something else begins later, all orders are laid
 * again by day, so that what was ordered for later still counts from there.
 */
export async function layChange(
  db: Queryable,
  version: ChangeVersion,
  before: PolicyTimeline,
  now: Temporal.Instant,
): Promise<LaidChange> {
  const { effectiveDay: day, change } = version
  if (hasLaterSegments(before, day)) {
    return layAgain(await readChain(db, version), version, before, now)
  }
  const { contentId } = segmentOn(before, day)
  const changes = { contentId: change.content_id ?? contentId }
  return { timeline: changeTimeline(before, day, changes), contents: [] }
}

function layAgain(
  chain: OrderChain,
  { policyId }: ChangeVersion,
  before: PolicyTimeline,
  now: Temporal.Instant,
): LaidChange {
  const { segments, ending } = layOrders(chain.orders)
  const contents: PolicyContent[] = []
  /** Where data stands that no order brought as it is now: in what was laid before, or nowhere yet. */
  const contentFor = ({ data }: Content) => {
    const known = [...chain.contents.values(), ...contents].find((one) =>
      isDeepStrictEqual(data, documentOf(one)),
    )
    if (known !== undefined) return known.id
    const content = { id: mintId('pco', now), policyId, ...knownFrom(data) }
    contents.push(content)
    return content.id
  }
  const laid = segments.map(({ firstDay, kind, content }): PolicySegment => {
    const { quoteId } = content
    if (quoteId === null) throw new Error('no order that came without a price changes one')
    const quote = chain.quotes.get(quoteId)
    if (quote === undefined) throw new Error(`quote ${quoteId} is gone`)
    const price = priceOf(quote)
    return { firstDay, kind, quoteId, price, contentId: content.contentId ?? contentFor(content) }
  })
  return { timeline: { terms: before.terms, segments: laid, ending }, contents }
}
