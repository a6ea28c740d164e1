import { differingPlaces } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { type Quote, selectQuotes } from '../quotes/index.ts'
import { type Content, type LaidOrder, segmentOn } from '../timelines/index.ts'
import { documentOf, pick } from './policy-content.ts'
import type {
  ChangeOfPolicy,
  PolicyContent,
  PolicySegment,
  PolicyTimeline,
  PolicyVersion,
  RenewalOfPolicy,
} from './policy-version.ts'
import { selectContents, selectPolicyVersions, selectTimelines } from './version-store.ts'

/** An order with what it brings, as far as that is not stored yet. */
export interface DraftedOrder<Version extends PolicyVersion = PolicyVersion> {
  readonly version: Version
  readonly brought: Brought
}

export interface Brought {
  readonly contents: readonly PolicyContent[]
  readonly quotes: readonly Quote[]
}

/** Of an order that was accepted all is stored. */
export const nothingBrought: Brought = { contents: [], quotes: [] }

/** Everything that was ordered of a policy, as it is laid by day. */
export interface OrderChain {
  readonly orders: readonly LaidOrder[]
  /** All quotes and contents that were ever spoken of. */
  readonly quotes: ReadonlyMap<string, Quote>
  readonly contents: ReadonlyMap<string, PolicyContent>
}

/**
 * The orders that hold, or held, in the order in which they came, and last the one that is being
 * carried out, or only looked at: then what it brings stands nowhere yet.
 */
export async function readChain(
  db: Reader,
  { version: next, brought }: DraftedOrder,
): Promise<OrderChain> {
  const all = await selectPolicyVersions(db, next.policyId)
  const held = all.filter(({ state }) => state === 'active' || state === 'superseded')
  const versions = [...held.toSorted((one, other) => one.number - other.number), next]
  const timelines = await selectTimelines(
    db,
    held.map(({ id }) => id),
  )
  const segments = [...timelines.values()].flatMap((timeline) => timeline.segments)
  const changes = versions.flatMap(({ kind, change }) =>
    kind === 'change' || kind === 'renewal' ? [change] : [],
  )
  const [quotes, contents] = await Promise.all([
    selectQuotes(db, idsOf(segments, changes, 'quoteId', 'quote_id')),
    selectContents(db, idsOf(segments, changes, 'contentId', 'content_id')),
  ])
  const known = {
    quotes: byId([...quotes, ...brought.quotes]),
    contents: byId([...contents, ...brought.contents]),
  }
  const orders = versions.map((version) => {
    const parent = version.basedOn === null ? version.id : version.basedOn
    const timeline = timelines.get(parent)
    if (timeline === undefined) throw new Error(`version ${parent} says nothing`)
    return orderOf(version, { before: timeline, own: timelines.get(version.id) }, known)
  })
  return { orders, ...known }
}

function idsOf<
  SegmentName extends 'quoteId' | 'contentId',
  ChangeName extends 'quote_id' | 'content_id',
>(
  segments: readonly PolicySegment[],
  changes: readonly (ChangeOfPolicy | RenewalOfPolicy)[],
  ofSegment: SegmentName,
  ofChange: ChangeName,
) {
  const named = changes.flatMap((change) => {
    const id = change[ofChange]
    return id === null ? [] : [id]
  })
  return [...new Set([...segments.map((segment) => segment[ofSegment]), ...named])]
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

function orderOf(
  version: PolicyVersion,
  { before, own }: { readonly before: PolicyTimeline; readonly own: PolicyTimeline | undefined },
  known: Pick<OrderChain, 'quotes' | 'contents'>,
): LaidOrder {
  switch (version.kind) {
    case 'offer': {
      const [segment] = before.segments
      if (segment === undefined) throw new Error(`version ${version.id} has no segment`)
      return { kind: 'sale', firstDay: segment.firstDay, made: contentOf(segment, known) }
    }
    case 'change': {
      const { effectiveDay: day, change } = version
      const held = segmentOn(before, day)
      const made = contentOf(
        {
          quoteId: change.quote_id ?? held.quoteId,
          contentId: change.content_id ?? held.contentId,
        },
        known,
      )
      const base = contentOf(held, known)
      const isPriced = change.quote_id !== null
      const input = isPriced ? pick(made.input, differingPlaces(base.input, made.input)) : {}
      return {
        kind: 'change',
        day,
        isPriced,
        made,
        patch: { input, data: pick(made.data, change.places) },
      }
    }
    case 'cancellation':
    case 'lapse': {
      const ending = own?.ending
      if (ending === undefined || ending === null) {
        throw new Error(`version ${version.id} ended nothing`)
      }
      return { kind: 'cancellation', ...ending }
    }
    case 'reinstatement': {
      const { gap_until: until } = version.change
      return {
        kind: 'reinstatement',
        day: version.effectiveDay,
        gapUntil: until === null ? null : Temporal.PlainDate.from(until),
      }
    }
    case 'suspension':
    case 'resumption':
      return { kind: version.kind, day: version.effectiveDay }
    case 'renewal': {
      const { effectiveDay: day, change } = version
      const contentId = change.content_id ?? segmentOn(before, day).contentId
      const made = contentOf({ quoteId: change.quote_id, contentId }, known)
      const input = pick(
        made.input,
        change.answers.map((name) => [name]),
      )
      return {
        kind: 'renewal',
        day,
        isPriced: true,
        made,
        patch: { input, data: pick(made.data, change.places) },
      }
    }
  }
}

function contentOf(
  { quoteId, contentId }: Pick<PolicySegment, 'quoteId' | 'contentId'>,
  { quotes, contents }: Pick<OrderChain, 'quotes' | 'contents'>,
): Content {
  const quote = quotes.get(quoteId)
  const content = contents.get(contentId)
  if (quote === undefined || content === undefined) {
    throw new Error(`quote ${quoteId} or content ${contentId} is gone`)
  }
  const { customerInput: input, productVersionId } = quote
  return { input, data: documentOf(content), productVersionId, quoteId, contentId }
}
