import { isDeepStrictEqual } from 'node:util'
import {
  type ContentId,
  type JsonObject,
  type ProductVersionId,
  type QuoteId,
  layOver,
} from '../kernel/index.ts'
import type { Ending, EndingRule, SegmentKind } from './timeline.ts'

/** What stands still during a segment, and what its price is computed from. */
export interface Content {
  /** The answers that are priced. */
  readonly input: JsonObject
  /** Everything else that is known of the policy, the customer included. */
  readonly data: JsonObject
  readonly productVersionId: ProductVersionId
  /** Where the price of these answers stands; null where it is still to be found. */
  readonly quoteId: QuoteId | null
  /** Where the data stands; null where it is nowhere yet. */
  readonly contentId: ContentId | null
}

/** What an order came to when it was given: what it says anew, and all that held then. */
export interface ChangeOrder {
  /** A renewal says anew what its product sets, and is priced by a version of its own. */
  readonly kind: 'change' | 'renewal'
  readonly day: Temporal.PlainDate
  readonly patch: Patch
  /** Whether it came with a quote of its own, whose price stays where the answers do. */
  readonly isPriced: boolean
  readonly made: Content
}

/** What an order says anew; all else stays as it is. */
export interface Patch {
  readonly input: JsonObject
  readonly data: JsonObject
}

export type LaidOrder =
  | { readonly kind: 'sale'; readonly firstDay: Temporal.PlainDate; readonly made: Content }
  | ChangeOrder
  | {
      readonly kind: 'cancellation'
      readonly lastDay: Temporal.PlainDate
      readonly rule: EndingRule
    }
  /** Undoes the cancellation before it; up to `gapUntil` there is no cover. From its day on nothing is suspended. */
  | {
      readonly kind: 'reinstatement'
      readonly day: Temporal.PlainDate
      readonly gapUntil: Temporal.PlainDate | null
    }
  /** From its day on there is no cover; a resumption, or a reinstatement, brings it back. */
  | { readonly kind: 'suspension' | 'resumption'; readonly day: Temporal.PlainDate }

/** Segments whose prices are still to be found where nobody asked for them before. */
export interface Laid {
  readonly segments: readonly LaidSegment[]
  readonly ending: Ending | null
}

export interface LaidSegment {
  readonly firstDay: Temporal.PlainDate
  readonly kind: SegmentKind
  readonly content: Content
}

/**
 * Lays the orders of a policy, given in the order in which they came, by the days from which they
 * count. On one day the later order wins; where two decide one place, the later day wins.
 */
export function layOrders(orders: readonly LaidOrder[]): Laid {
  const [sale, ...others] = orders
  if (sale?.kind !== 'sale') throw new Error('the first order of a policy is its sale')
  const contents = layContents(sale.made, sale.firstDay, others)
  const { gaps, suspended, end } = layEnds(sale.firstDay, others)
  const cuts = [
    ...contents.map(({ firstDay }) => firstDay),
    ...[...gaps, ...suspended].flatMap(({ firstDay, until }) =>
      until === null ? [firstDay] : [firstDay, until.add({ days: 1 })],
    ),
    ...(end === null ? [] : [end.firstDay]),
  ]
  const kindOn = (day: Temporal.PlainDate): SegmentKind => {
    const isIn = (days: Days) => isBetween(day, days.firstDay, days.until)
    if (gaps.some(isIn)) return 'gap'
    if (end !== null && !isBefore(day, end.firstDay)) return 'ended'
    return suspended.some(isIn) ? 'suspended' : 'cover'
  }
  const segments: LaidSegment[] = []
  for (const firstDay of daysInOrder(cuts)) {
    const content = contents.findLast((one) => !isBefore(firstDay, one.firstDay))?.content
    if (content === undefined) throw new Error(`nothing holds on ${firstDay}`)
    const segment = { firstDay, kind: kindOn(firstDay), content }
    // Where an order begins there is a cut, though it says what holds anyway: whoever lays another one
    // before it has to see it.
    const isDecided = contents.some((one) => one.decides && one.firstDay.equals(firstDay))
    if (isDecided || !continues(segments.at(-1), segment)) segments.push(segment)
  }
  return { segments, ending: end && { lastDay: end.lastDay, rule: end.rule } }
}

interface DatedContent {
  readonly firstDay: Temporal.PlainDate
  readonly content: Content
  /** Whether the order said anything, be it what held anyway. */
  readonly decides: boolean
}

function layContents(
  sold: Content,
  firstDay: Temporal.PlainDate,
  orders: readonly LaidOrder[],
): DatedContent[] {
  const byDay = orders
    .filter(isChange)
    .toSorted((one, other) => Temporal.PlainDate.compare(one.day, other.day))
  const contents: DatedContent[] = [{ firstDay, content: sold, decides: true }]
  let content = sold
  for (const order of byDay) {
    content = after(content, order)
    const { input, data } = order.patch
    const isTold = Object.keys(input).length + Object.keys(data).length > 0
    const decides = order.kind === 'renewal' || isTold
    contents.push({ firstDay: order.day, content, decides })
  }
  return contents
}

function isChange(order: LaidOrder): order is ChangeOrder {
  return order.kind === 'change' || order.kind === 'renewal'
}

/** What an order does not decide stays where it stands; what it made stays where it still is the same. */
function after(before: Content, { kind, patch, made, isPriced }: ChangeOrder): Content {
  const input = layOver(before.input, patch.input)
  const data = layOver(before.data, patch.data)
  const quoteId = isDeepStrictEqual(input, made.input) ? made.quoteId : null
  const contentId = isDeepStrictEqual(data, made.data) ? made.contentId : null
  return {
    productVersionId: (kind === 'renewal' ? made : before).productVersionId,
    input,
    data,
    quoteId: isPriced ? quoteId : before.quoteId,
    contentId: isDeepStrictEqual(data, before.data) ? before.contentId : contentId,
  }
}

interface Days {
  readonly firstDay: Temporal.PlainDate
  /** Null where no end is known. */
  readonly until: Temporal.PlainDate | null
}

interface End extends Ending {
  readonly firstDay: Temporal.PlainDate
}

/** Cancellations, suspensions and what undid them, in the order in which they came. */
function layEnds(
  firstDay: Temporal.PlainDate,
  orders: readonly LaidOrder[],
): { gaps: Days[]; suspended: Days[]; end: End | null } {
  const gaps: Days[] = []
  const suspended: Days[] = []
  let end: End | null = null
  const resume = (day: Temporal.PlainDate) => {
    const last = suspended.at(-1)
    if (last?.until !== null) return
    suspended.pop()
    const until = day.subtract({ days: 1 })
    if (isBefore(last.firstDay, day)) suspended.push({ firstDay: last.firstDay, until })
  }
  for (const order of orders) {
    if (order.kind === 'cancellation') {
      const next = order.lastDay.add({ days: 1 })
      const { lastDay, rule } = order
      end = { firstDay: isBefore(next, firstDay) ? firstDay : next, lastDay, rule }
    } else if (order.kind === 'reinstatement' && end !== null) {
      const { gapUntil } = order
      if (gapUntil !== null && !isBefore(gapUntil, end.firstDay)) {
        gaps.push({ firstDay: end.firstDay, until: gapUntil })
      }
      resume(isBefore(order.day, end.firstDay) ? order.day : end.firstDay)
      end = null
    } else if (order.kind === 'suspension') {
      suspended.push({ firstDay: order.day, until: null })
    } else if (order.kind === 'resumption') {
      resume(order.day)
    }
  }
  return { gaps, suspended, end }
}

function continues(before: LaidSegment | undefined, next: LaidSegment): boolean {
  return (
    before !== undefined &&
    before.kind === next.kind &&
    isDeepStrictEqual(before.content, next.content)
  )
}

function daysInOrder(days: readonly Temporal.PlainDate[]): Temporal.PlainDate[] {
  const sorted = days.toSorted((one, other) => Temporal.PlainDate.compare(one, other))
  return sorted.filter((day, n) => n === 0 || !day.equals(sorted[n - 1]!))
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}

function isBetween(
  day: Temporal.PlainDate,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate | null,
): boolean {
  return !isBefore(day, first) && (last === null || !isBefore(last, day))
}
