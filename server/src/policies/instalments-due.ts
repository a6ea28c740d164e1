import type { Charged } from '../ledger/index.ts'
import {
  type LoadedVersion,
  type PaymentPlanDefinition,
  paymentsIn,
  paymentsPerYear,
} from '../products/index.ts'
import {
  type BillingPeriod,
  type Instalments,
  type PlanChange,
  periodsDue,
  planIn,
} from '../timelines/index.ts'
import type { Policy } from './policy.ts'
import type { PolicyTimeline } from './policy-version.ts'

/** A policy as far as its instalments follow from it. */
interface BilledDays {
  readonly policy: Policy
  readonly product: LoadedVersion
  readonly timeline: PolicyTimeline
  readonly charged: Pick<Charged, 'periods'>
}

/** The periods that are to be asked for by a day, and the next one. */
export function instalmentsDue(
  { policy, product, timeline, charged }: BilledDays,
  today: Temporal.PlainDate,
): Instalments {
  if (isPaidInOne(policy, timeline)) return { due: [], next: null }
  return periodsDue(timeline, charged.periods, {
    today,
    billingOf: (term, day) => billingPlan(product, policy, planIn(term, day)),
  })
}

/** Those that were to be paid by that day, and never were asked for. */
export function periodsFallenDue(billed: BilledDays, today: Temporal.PlainDate): BillingPeriod[] {
  return instalmentsDue(billed, today)
    .due.filter(({ dueDay }) => Temporal.PlainDate.compare(dueDay, today) <= 0)
    .map(({ period }) => period)
}

/** A plan of a term; today's where the product has it no more. */
export function billingPlan(
  { plans, definition }: LoadedVersion,
  { planId }: Pick<Policy, 'planId'>,
  { planId: billedBy }: Pick<PlanChange, 'planId'>,
): PaymentPlanDefinition {
  const plan = plans.get(billedBy) ?? plans.get(planId)
  if (plan === undefined) throw new Error(`${definition.key} has no plan ${planId} any more`)
  return plan
}

/**
 * Sold as one payment by a plan of several, before such a price was refused: the first was for all. A term
 * that has one period alone is paid for at once too, and so is each that follows it.
 */
export function isPaidInOne(
  { quote, planId }: Pick<Policy, 'quote' | 'planId'>,
  { terms }: PolicyTimeline,
): boolean {
  const term = terms.at(-1)
  if (term === undefined || term.frequency === null || quote.billingCycles !== 1) return false
  // How many payments there are is known of today's plan: another one is never paid so.
  if (term.planChanges !== undefined || term.planId !== planId) return false
  const { firstDay: startDay, lastDay: endDay, frequency } = term
  return paymentsPerYear[frequency] > 1 && paymentsIn({ startDay, endDay }, frequency) !== 1
}
