import { isDeepStrictEqual } from 'node:util'
import {
  type ContentId,
  type JsonObject,
  type PlanId,
  type ProductVersionId,
  type QuoteId,
  deepMerge,
} from '../kernel/index.ts'
import type { TaxRateChange } from '../pricing/index.ts'
import { planOn } from './endorse-timeline.ts'
import { areSame, taxChangesOn } from './tax-changes.ts'
import type {
  Ending,
  EndingRule,
  PlanChange,
  SegmentKind,
  TaxChange,
  Term,
  Timeline,
} from './timeline.ts'

type ReplayedTerms = Pick<
  Timeline<never, Term & Pick<PlanChange, 'planId'>>,
  'terms' | 'taxChanges'
>

/** The data that is constant during a segment, and that its price is computed from. */
export interface Content {
  /** The answers that are priced. */
  readonly input: JsonObject
  /** Everything else that is known of the policy, the customer included. */
  readonly data: JsonObject
  readonly productVersionId: ProductVersionId
  /** The plan by which a price is paid. */
  readonly planId: PlanId
  /** Where the price of these answers stands; null where it is still to be found. */
  readonly quoteId: QuoteId | null
  /** Where the data stands; null where it is nowhere yet. */
  readonly contentId: ContentId | null
  /** The changes of tax by law that its price has; absent where there are none. */
  readonly taxChanges?: readonly TaxRateChange[]
}

/** A step as it was made: the values that it sets, and the whole content that held then. */
export interface ReplacingStep {
  /** A renewal sets the answers that its product names, and is priced by a version of its own. */
  readonly kind: 'endorsement' | 'renewal'
  readonly day: Temporal.PlainDate
  readonly patch: Patch
  /** Whether it came with a quote of its own, whose price stays where the answers do. */
  readonly isPriced: boolean
  /** The answers that a plan gives, of a step that changes the plan: they count while its plan does. */
  readonly planAnswers?: readonly string[]
  readonly made: Content
}

/** The values that a step sets; all others stay as they are. */
export interface Patch {
  readonly input: JsonObject
  readonly data: JsonObject
}

/** Answers that hold on every day of one term, whatever else was requested for these days. */
interface AdjustingStep {
  readonly kind: 'adjustment'
  /** The first day of the term. */
  readonly day: Temporal.PlainDate
  /** Null where the term has none. */
  readonly lastDay: Temporal.PlainDate | null
  readonly input: JsonObject
}

export type ReplayStep =
  | { readonly kind: 'sale'; readonly firstDay: Temporal.PlainDate; readonly made: Content }
  | ReplacingStep
  | AdjustingStep
  | {
      readonly kind: 'cancellation'
      readonly lastDay: Temporal.PlainDate
      readonly rule: EndingRule
    }
  /** The last day of the cancellation that holds becomes another. */
  | { readonly kind: 'end_move'; readonly lastDay: Temporal.PlainDate; readonly rule: EndingRule }
  /**
   * Undoes the end that holds, and only that: a lapse may have come before the day for which the policy
   * was cancelled. Up to `gapUntil` there is no cover. A suspension may end with it.
   */
  | {
      readonly kind: 'reinstatement'
      readonly day: Temporal.PlainDate
      readonly gapUntil: Temporal.PlainDate | null
      readonly resumesCover: boolean
    }
  /** From its day on there is no cover; a resumption, or a reinstatement, brings it back. */
  | { readonly kind: 'suspension' | 'resumption'; readonly day: Temporal.PlainDate }
  /** Undoes the lapse before it: from the day after its last one to the day before this step's, cover is suspended. */
  | { readonly kind: 'revival'; readonly day: Temporal.PlainDate }
  /** A change of tax by law. From when on it counts says the timeline: a change of plan may move it. */
  | { readonly kind: 'tax_change' }

/** A timeline without prices: segments that were never priced before still need one. */
export interface ReplayedTimeline {
  readonly segments: readonly ReplayedSegment[]
  readonly ending: Ending | null
}

export interface ReplayedSegment {
  readonly firstDay: Temporal.PlainDate
  readonly kind: SegmentKind
  readonly content: Content
}

/**
 * Applies the steps of a policy, given in the order of their requests, on the days from which they
 * count. On the same day the later step wins; where two steps set one path, the later day wins. On the
 * days of its term an adjustment wins over both. The terms say which plan holds on a day: a change of plan
 * replaces those that were requested for later days. What is due under a change of tax by law has no price
 * that was found without it.
 */
export function replayTransactions(
  steps: readonly ReplayStep[],
  { terms, taxChanges = [] }: ReplayedTerms,
): ReplayedTimeline {
  const [sale, ...others] = steps
  if (sale?.kind !== 'sale') throw new Error('the first step of a policy is its sale')
  const contents = replayContents(sale.made, sale.firstDay, others, { terms, taxChanges })
  const { gaps, suspended, end } = replayEnds(sale.firstDay, others)
  const cuts = [
    ...contents.map(({ firstDay }) => firstDay),
    ...[...gaps, ...suspended].flatMap(({ firstDay, until }) =>
      until === null ? [firstDay] : [firstDay, until.add({ days: 1 })],
    ),
    ...(end === null ? [] : [end.firstDay]),
  ]
  const kindOn = (day: Temporal.PlainDate): SegmentKind => {
    const isIn = (days: Days) => isBetween(day, days.firstDay, days.until)
    if (end?.rule.method === 'withdrawal' && end.rule.isVoid) return 'void'
    if (gaps.some(isIn)) return 'gap'
    if (end !== null && !isBefore(day, end.firstDay)) return 'ended'
    return suspended.some(isIn) ? 'suspended' : 'cover'
  }
  const segments: ReplayedSegment[] = []
  for (const firstDay of daysInOrder(cuts)) {
    const content = contents.findLast((one) => !isBefore(firstDay, one.firstDay))?.content
    if (content === undefined) throw new Error(`nothing holds on ${firstDay}`)
    const segment = { firstDay, kind: kindOn(firstDay), content }
    // A step begins a segment even where it changes nothing: a step that is applied before it must
    // stop there.
    const isDecided = contents.some((one) => one.decides && one.firstDay.equals(firstDay))
    if (isDecided || !continues(segments.at(-1), segment)) segments.push(segment)
  }
  return { segments, ending: end && { lastDay: end.lastDay, rule: end.rule } }
}

interface DatedContent {
  readonly firstDay: Temporal.PlainDate
  readonly content: Content
  /** Whether the step sets any value, even to the value that it already had. */
  readonly decides: boolean
}

function replayContents(
  sold: Content,
  firstDay: Temporal.PlainDate,
  steps: readonly ReplayStep[],
  { terms, taxChanges = [] }: ReplayedTerms,
): DatedContent[] {
  const inOrder = [...soldChanges(taxChanges, terms), ...steps.filter(isReplacing)].toSorted(
    (one, other) => Temporal.PlainDate.compare(dayOf(one), dayOf(other)),
  )
  const taxesOn = (day: Temporal.PlainDate) => taxChangesOn({ taxChanges }, day)
  let content = taxed(sold, taxesOn(firstDay))
  const contents: DatedContent[] = [{ firstDay, content, decides: true }]
  for (const step of inOrder) {
    if (!('kind' in step)) {
      content = taxed(content, taxesOn(step.firstDay))
      contents.push({ firstDay: step.firstDay, content, decides: true })
      continue
    }
    const { planId } = planOn({ terms, segments: [], ending: null }, step.day)
    content = after(content, step, { planId, taxes: taxesOn(step.day) })
    const { input, data } = step.patch
    const isGiven = Object.keys(input).length + Object.keys(data).length > 0
    const decides = step.kind === 'renewal' || isGiven
    contents.push({ firstDay: step.day, content, decides })
  }
  return steps.filter((step) => step.kind === 'adjustment').reduce(adjust, contents)
}

/** Those that begin in a term that is sold. */
function soldChanges(
  taxChanges: readonly TaxChange[],
  terms: ReplayedTerms['terms'],
): readonly TaxChange[] {
  const lastDay = terms.at(-1)?.lastDay ?? null
  return taxChanges.filter(({ firstDay }) => lastDay === null || !isBefore(lastDay, firstDay))
}

function dayOf(step: TaxChange | ReplacingStep): Temporal.PlainDate {
  return 'kind' in step ? step.day : step.firstDay
}

/** The same content with all changes of tax up to its day; its price is still to be found, or found again. */
function taxed(content: Content, taxes: readonly TaxRateChange[]): Content {
  if (areSame(content.taxChanges, taxes)) return content
  return { ...content, quoteId: null, taxChanges: taxes }
}

/** A term begins with a sale or a renewal, so that its days need not be cut. */
function adjust(
  contents: readonly DatedContent[],
  { day, lastDay, input: declared }: AdjustingStep,
): DatedContent[] {
  return contents.map((one) => {
    if (!isBetween(one.firstDay, day, lastDay)) return one
    const input = deepMerge(one.content.input, declared)
    const isSame = isDeepStrictEqual(input, one.content.input)
    return isSame ? one : { ...one, content: { ...one.content, input, quoteId: null } }
  })
}

function isReplacing(step: ReplayStep): step is ReplacingStep {
  return step.kind === 'endorsement' || step.kind === 'renewal'
}

/** Values that a step does not set stay; its quote and content stay where they are still the same. */
function after(
  before: Content,
  step: ReplacingStep,
  { planId, taxes }: { readonly planId: PlanId; readonly taxes: readonly TaxRateChange[] },
): Content {
  const { kind, patch, made, isPriced } = step
  const isOfPlan = made.planId === planId
  const input = deepMerge(before.input, isOfPlan ? patch.input : withoutPlan(step))
  const data = deepMerge(before.data, patch.data)
  const isAsMade = isOfPlan && areSame(made.taxChanges, taxes)
  const quoteId = isAsMade && isDeepStrictEqual(input, made.input) ? made.quoteId : null
  const isAsBefore = before.planId === planId && areSame(before.taxChanges, taxes)
  const quoteBefore = isAsBefore ? before.quoteId : null
  const contentId = isDeepStrictEqual(data, made.data) ? made.contentId : null
  return {
    productVersionId: (kind === 'renewal' ? made : before).productVersionId,
    planId,
    input,
    data,
    quoteId: isPriced ? quoteId : quoteBefore,
    contentId: isDeepStrictEqual(data, before.data) ? before.contentId : contentId,
    ...(taxes.length > 0 && { taxChanges: taxes }),
  }
}

/** The answers of a step whose plan another one has replaced since. */
function withoutPlan({ patch, planAnswers = [] }: ReplacingStep): JsonObject {
  const others = Object.entries(patch.input).filter(([name]) => !planAnswers.includes(name))
  return Object.fromEntries(others)
}

interface Days {
  readonly firstDay: Temporal.PlainDate
  /** Null where no end is known. */
  readonly until: Temporal.PlainDate | null
}

interface End extends Ending {
  readonly firstDay: Temporal.PlainDate
}

/** Cancellations, suspensions and the steps that ended them, in the order of their requests. */
function replayEnds(
  firstDay: Temporal.PlainDate,
  steps: readonly ReplayStep[],
): { gaps: Days[]; suspended: Days[]; end: End | null } {
  const gaps: Days[] = []
  const suspended: Days[] = []
  /** Those that hold: a policy that was cancelled for later may lapse before that day. */
  const ends: End[] = []
  const endAfter = ({ lastDay, rule }: Ending): End => {
    const next = lastDay.add({ days: 1 })
    return { firstDay: isBefore(next, firstDay) ? firstDay : next, lastDay, rule }
  }
  const resume = (day: Temporal.PlainDate) => {
    const last = suspended.at(-1)
    if (last?.until !== null) return
    suspended.pop()
    const until = day.subtract({ days: 1 })
    if (isBefore(last.firstDay, day)) suspended.push({ firstDay: last.firstDay, until })
  }
  for (const step of steps) {
    const end = ends.at(-1)
    if (step.kind === 'cancellation') {
      ends.push(endAfter(step))
    } else if (step.kind === 'end_move') {
      ends.splice(-1, 1, endAfter(step))
    } else if (step.kind === 'reinstatement' && end !== undefined) {
      const { gapUntil } = step
      if (gapUntil !== null && !isBefore(gapUntil, end.firstDay)) {
        gaps.push({ firstDay: end.firstDay, until: gapUntil })
      }
      if (step.resumesCover) resume(isBefore(step.day, end.firstDay) ? step.day : end.firstDay)
      ends.pop()
    } else if (step.kind === 'revival' && end !== undefined) {
      // A suspension that led to the lapse lasts on; else one begins where cover had ended.
      if (suspended.at(-1)?.until !== null) suspended.push({ firstDay: end.firstDay, until: null })
      resume(step.day)
      ends.pop()
    } else if (step.kind === 'suspension') {
      // Cover that was held back from the first day on may be suspended once more.
      if (suspended.at(-1)?.until !== null) suspended.push({ firstDay: step.day, until: null })
    } else if (step.kind === 'resumption') {
      resume(step.day)
    }
  }
  return { gaps, suspended, end: ends.at(-1) ?? null }
}

function continues(before: ReplayedSegment | undefined, next: ReplayedSegment): boolean {
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
