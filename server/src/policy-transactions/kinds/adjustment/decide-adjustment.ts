import {
  type FieldError,
  type JsonObject,
  clockIn,
  deepMerge,
  invalidData,
  todayIn,
} from '../../../kernel/index.ts'
import { momentOfTransaction } from '../../../deadlines/index.ts'
import {
  type Policy,
  type PolicyTerm,
  type PolicyTimeline,
  findPolicy,
  timelineOf,
} from '../../../policies/index.ts'
import { type Quote, type RedeemDeps, checkPatch, selectQuotes } from '../../../quotes/index.ts'
import { segmentOn } from '../../../timelines/index.ts'
import { termsOf } from '../../pipeline/terms-of.ts'
import {
  adjustmentNotDeclared,
  adjustmentNotPermitted,
  adjustmentTooLate,
  noTermToAdjust,
  nothingToAdjust,
  policyExpired,
} from '../../reasons.ts'
import {
  type Decide,
  type DecidedTransaction,
  type TransactionRequest,
  assertRequestable,
} from '../../request.ts'
import { situationAt } from '../../situation.ts'
import { adjustment } from './adjustment.ts'

export interface AdjustmentRequest extends TransactionRequest {
  /** The first day of the term, as it was sent; null for the last term that is over. */
  readonly term: string | null
  /** The declared values, by the names of the answers. */
  readonly answers: JsonObject
}

/** An adjustment is checked on the version that it names, before the policy is locked. */
export async function adjustmentBy(deps: RedeemDeps, request: AdjustmentRequest): Promise<Decide> {
  const seen = await findPolicy(deps.db, request.caller, request.policyId, deps.clock())
  const { now } = await momentOfTransaction(deps.db, deps.clock, seen)
  const decided = await decideAdjustment(deps, seen, request, now)
  // The request names the version that was seen, and a version says the same for ever.
  return (policy, at) => {
    assertRequestable(adjustment.allowedIn, policy, request, at)
    return decided
  }
}

async function decideAdjustment(
  deps: RedeemDeps,
  policy: Policy,
  request: AdjustmentRequest,
  now: Temporal.Instant,
): Promise<DecidedTransaction> {
  if (request.caller.account.kind !== 'insurer') throw adjustmentNotPermitted()
  assertRequestable(adjustment.allowedIn, policy, request, now)
  if (policy.issuedAt === null) throw policyExpired(policy.id, 'adjusted')
  const timeline = await timelineOf(deps.db, policy.versionId)
  const today = todayIn(policy.timeZone, now)
  const situation = situationAt(policy, now)
  const isOver = situation === 'cancelled' || situation === 'expired'
  const { term, lastCovered } = termOf(policy, endedTerms(timeline, today, isOver), request.term)
  const [quote] = await selectQuotes(deps.db, [segmentOn(timeline, term.firstDay).quoteId])
  if (quote === undefined) throw new Error(`the price of policy ${policy.id} is gone`)
  const terms = await termsOf(deps.catalogue, quote)
  // What was agreed for the term: by the version that it was sold on.
  const { adjustment: agreed } = terms.version.definition.life
  if (agreed === null) throw adjustmentNotDeclared(policy.id)
  const until = lastCovered.add({ days: agreed.withinDays })
  if (Temporal.PlainDate.compare(today, until) > 0) {
    throw adjustmentTooLate(policy.id, until.toString())
  }
  const answers = await checkDeclared(deps, { quote, terms, agreed: agreed.fields }, request, now)
  return {
    kind: 'adjustment',
    effectiveDay: term.firstDay,
    details: { answers, last_day: term.lastDay?.toString() ?? null },
    audited: { term: term.firstDay.toString(), fields: Object.keys(answers) },
  }
}

/** A term whose cover is over, and the last day that was covered. */
interface EndedTerm {
  readonly term: PolicyTerm
  readonly lastCovered: Temporal.PlainDate
}

/** The last one is over only if the policy is: else its renewal may be late, and would take the values. */
function endedTerms(
  { terms, ending }: PolicyTimeline,
  today: Temporal.PlainDate,
  isOver: boolean,
): EndedTerm[] {
  return terms.flatMap((term, n) => {
    const isLast = n === terms.length - 1
    const lastCovered = earliest(term.lastDay, ending?.lastDay ?? null)
    if (lastCovered === null || (isLast && !isOver)) return []
    const hasBegun = Temporal.PlainDate.compare(term.firstDay, lastCovered) <= 0
    const hasEnded = Temporal.PlainDate.compare(lastCovered, today) < 0
    return hasBegun && hasEnded ? [{ term, lastCovered }] : []
  })
}

function termOf({ id }: Policy, ended: readonly EndedTerm[], asked: string | null): EndedTerm {
  const last = ended.at(-1)
  if (last === undefined) throw noTermToAdjust(id)
  if (asked === null) return last
  const named = ended.find(({ term }) => term.firstDay.toString() === asked)
  if (named !== undefined) return named
  const days = ended.map(({ term }) => term.firstDay.toString())
  throw invalidData(
    [{ code: 'invalid_value', field: 'term', rules: ['in'], params: { in: days } }],
    null,
  )
}

/** Only agreed fields can be declared, each by its rule in `quote_patch`. */
async function checkDeclared(
  deps: RedeemDeps,
  held: {
    readonly quote: Quote
    readonly terms: Awaited<ReturnType<typeof termsOf>>
    readonly agreed: readonly string[]
  },
  { answers }: AdjustmentRequest,
  now: Temporal.Instant,
): Promise<Readonly<Record<string, number>>> {
  const { quote, terms, agreed } = held
  if (Object.keys(answers).length === 0) throw nothingToAdjust()
  const outside = Object.keys(answers).filter((name) => !agreed.includes(name))
  const { errors } = await checkPatch(deps.datasets, terms.version, {
    list: 'quote_patch',
    listed: terms.item.definition.quoteRules.quote_patch,
    checker: terms.item.quotePatchChecker,
    before: { data: quote.customerInput },
    after: { data: deepMerge(quote.customerInput, answers) },
    now: clockIn(terms.version.definition.timeZone, now),
  })
  const numbers = numbersIn(answers)
  const all: FieldError[] = [
    ...outside.map((field) => refused(field, 'adjustment')),
    ...errors
      .filter(({ field }) => !outside.includes(field))
      .map((error) => ({ ...error, path: 'answers' })),
    ...Object.keys(answers)
      .filter((field) => !Object.hasOwn(numbers, field))
      .filter((field) => !outside.includes(field) && !errors.some((one) => one.field === field))
      .map((field) => refused(field, 'numeric')),
  ]
  if (all.length > 0) throw invalidData(all, null)
  return numbers
}

function refused(field: string, rule: string): FieldError {
  return { code: 'invalid_value', field, path: 'answers', rules: [rule] }
}

function numbersIn(answers: JsonObject): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    ),
  )
}

function earliest(
  one: Temporal.PlainDate | null,
  other: Temporal.PlainDate | null,
): Temporal.PlainDate | null {
  if (one === null || other === null) return one ?? other
  return Temporal.PlainDate.compare(one, other) <= 0 ? one : other
}
