import type { PlanId } from '../../../kernel/index.ts'
import {
  type Policy,
  type PolicyTerm,
  type PolicyTimeline,
  type VersionOf,
  isPaidInOne,
} from '../../../policies/index.ts'
import { type LoadedVersion, type Terms, planAnswers } from '../../../products/index.ts'
import type { Quote } from '../../../quotes/index.ts'
import {
  type BillingTerms,
  type ChargedPeriod,
  type DuePeriod,
  type PeriodPrice,
  type PlanChange,
  changePlan,
  moveTaxChanges,
  nextPlanDay,
  periodsDue,
  planIn,
  planOn,
  pricePeriod,
} from '../../../timelines/index.ts'
import { planChangeNotOn, planChangesAtRenewal, planNeverChanges } from '../../reasons.ts'

type PlanOwner = Pick<Policy, 'id' | 'termLastDay' | 'quote' | 'planId'>

/** A policy as far as it decides from when on its plan can change. */
interface PlannedPolicy {
  readonly timeline: PolicyTimeline
  readonly charged: readonly Pick<ChargedPeriod, 'period'>[]
}

/** The first day from this one on that begins a period of the policy that is not charged yet. */
export function planDayFrom(
  policy: PlanOwner,
  { timeline, charged }: PlannedPolicy,
  from: Temporal.PlainDate,
): Temporal.PlainDate {
  const day = isPaidInOne(policy, timeline) ? null : nextPlanDay(timeline, charged, from)
  if (day !== null) return day
  const { id, termLastDay } = policy
  if (termLastDay === null || timeline.ending !== null) throw planNeverChanges(id)
  throw planChangesAtRenewal(id, termLastDay.add({ days: 1 }).toString())
}

/** Refuses a day on which the plan cannot change, with the next one on which it can. */
export function assertPlanDay(
  policy: PlanOwner,
  planned: PlannedPolicy,
  day: Temporal.PlainDate,
): void {
  const next = planDayFrom(policy, planned, day)
  if (!next.equals(day)) throw planChangeNotOn(policy.id, day.toString(), next.toString())
}

/** Whether a quote is paid by another plan than the one that holds on its day. */
export function changesPlan(
  timeline: PolicyTimeline,
  day: Temporal.PlainDate,
  planId: PlanId,
): boolean {
  return planOn(timeline, day).planId !== planId
}

/**
 * The terms after an endorsement: from its day on with the plan of its quote, where it changes that. The
 * changes of tax that are to come follow its periods.
 */
export function termsAfter(
  before: PolicyTimeline,
  { effectiveDay: firstDay, details }: VersionOf<'endorsement'>,
  { planId }: Quote,
  { plans }: LoadedVersion,
): Pick<PolicyTimeline, 'terms' | 'taxChanges'> {
  if (details.plan_answers === undefined) return before
  const frequency = plans.get(planId)?.frequency ?? null
  const terms = changePlan(before, { firstDay, planId, frequency })
  const after = { ...before, terms }
  const taxChanges = moveTaxChanges(after, firstDay, billingOfPlans(plans))
  return { terms, ...(taxChanges && { taxChanges }) }
}

/** When the instalments of each term are due, by the plan of the day. */
export function billingOfPlans(plans: LoadedVersion['plans']) {
  return (term: PolicyTerm, day: Temporal.PlainDate): BillingTerms => {
    const plan = plans.get(planIn(term, day).planId)
    return { issueDaysBefore: plan?.issueDaysBefore ?? 0, dueDay: plan?.dueDay ?? null }
  }
}

/** The names of the answers that a plan gives. */
export function planAnswerNames({
  version,
  item,
  planId,
}: Pick<Terms, 'version' | 'item' | 'planId'>): string[] {
  return Object.keys(planAnswers(version, item, planId))
}

/** A change of plan: both plans, and the first payment by the new one. */
export interface PlanOutcome {
  readonly before: PlanChange
  readonly after: PlanChange
  readonly first: DuePeriod & { readonly amount: PeriodPrice }
}

export function planOutcome(
  { effectiveDay: day, details }: Pick<VersionOf<'endorsement'>, 'effectiveDay' | 'details'>,
  before: PolicyTimeline,
  after: PolicyTimeline,
  billingOf: (plan: PlanChange) => BillingTerms,
): PlanOutcome | null {
  if (details.plan_answers === undefined) return null
  const held = planOn(after, day)
  const first = dueFrom(after, day, billingOf(held))
  const amount = pricePeriod(after, first.period)
  return { before: planOn(before, day), after: held, first: { ...first, amount } }
}

/** The period that begins on a day. */
function dueFrom(
  timeline: PolicyTimeline,
  day: Temporal.PlainDate,
  billing: BillingTerms,
): DuePeriod {
  const all = periodsDue({ ...timeline, ending: null }, [], {
    today: day,
    billingOf: () => billing,
  })
  const found = [...all.due, ...(all.next === null ? [] : [all.next])].find(({ period }) =>
    period.firstDay.equals(day),
  )
  if (found === undefined) throw new Error(`no period begins on ${day}`)
  return found
}
