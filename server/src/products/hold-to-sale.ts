import type { Premium, PricedOutcome } from '../pricing/index.ts'
import type { Cover } from './cover.ts'
import { paymentsIn, paymentsPerYear } from './payments-in.ts'
import type { PaymentPlanDefinition, PlanFrequency } from './product-definition.ts'

type Plan = Pick<PaymentPlanDefinition, 'key' | 'frequency'>
type SoldDays = Pick<Cover, 'startDay' | 'endDay'>

/** What a product says of how its prices may be sold. */
export interface SaleRules {
  readonly paymentPlans: readonly Plan[]
  /** Whether cover may cost nothing: a price of zero is more often a mistake than a present. */
  readonly freeOfCharge?: boolean
}

/** The outputs that say how a price may be sold. */
export interface SaleTerms extends Pick<Premium, 'billingCycles' | 'flow'> {
  /** The days that it pays for; null where nobody knows them yet, or they were sold before. */
  readonly days: SoldDays | null
}

export interface Hindrance {
  /** The output that stands in the way. */
  readonly output: 'gross_payment_amount' | 'billing_cycles' | 'flow'
  readonly reason: string
  readonly fix: string
}

/** A price that the product, or none of the plans, can sell is a failed calculation, which names the output. */
export function holdToSale(
  outcome: PricedOutcome,
  { paymentPlans, freeOfCharge = false }: SaleRules,
  daysOf: (premium: Premium) => SoldDays | null,
): PricedOutcome {
  if (outcome.outcome !== 'priced') return outcome
  const { premium } = outcome
  const terms = { ...premium, days: premium.billingCycles === null ? null : daysOf(premium) }
  const isUnwanted = premium.grossPaymentAmount === 0 && !freeOfCharge
  const hindrance = isUnwanted ? notFree : hindranceOfAll(terms, paymentPlans)
  if (hindrance === null) return outcome
  const { trace } = outcome
  const { output: place, reason, fix } = hindrance
  const failed = { outcome: 'failed', place, reason, fix } as const
  return trace === undefined ? failed : { ...failed, trace }
}

/** Why a price of zero is not sold unless the product says so. */
export const notFree: Hindrance = {
  output: 'gross_payment_amount',
  reason: 'is 0, and the product does not consent to cover free of charge',
  fix: 'Correct the price, or write free_of_charge: true in product.yaml to sell cover that costs nothing.',
}

/** Why no plan can sell at these terms; null where one can. */
function hindranceOfAll(terms: SaleTerms, plans: readonly Plan[]): Hindrance | null {
  const hindrances = plans.map((plan) => hindranceTo(terms, plan))
  return hindrances.includes(null) ? null : (hindrances[0] ?? null)
}

/** Why a plan cannot sell at these terms; null where it can. */
export function hindranceTo(terms: SaleTerms, plan: Plan): Hindrance | null {
  const { billingCycles, flow } = terms
  if (flow !== null && isForUnderwriters(flow)) {
    return {
      output: 'flow',
      reason: `is ${underwriting}, and nobody can look at an offer before it is paid for`,
      fix: 'Decline such risks with a knockout until offers can wait for an underwriter.',
    }
  }
  if (plan.frequency === null) {
    if (billingCycles === null || billingCycles <= 1) return null
    return {
      output: 'billing_cycles',
      reason: `is ${billingCycles}, but the payment plan ${plan.key} is a single payment, which would be the only one of ${billingCycles}`,
      fix: `Put out 1, or make the plan ${plan.key} recurring with a frequency.`,
    }
  }
  const fitting = fittingCycles(plan.frequency, terms.days)
  if (billingCycles === null || fitting === null || fitting.includes(billingCycles)) return null
  return {
    output: 'billing_cycles',
    reason: `is ${billingCycles}, but the payment plan ${plan.key} asks for ${fitting.join(' or ')} payments, each of the whole amount`,
    fix: `Put out the amount of one payment and ${fitting.join(' or ')}, or leave billing_cycles out.`,
  }
}

/** The payments of a plan in a year, and in the term. Null where the term is not known. */
function fittingCycles(frequency: PlanFrequency, days: SoldDays | null): number[] | null {
  if (days === null) return null
  const [inYear, inTerm] = [paymentsPerYear[frequency], paymentsIn(days, frequency)]
  return inTerm === null || inTerm === inYear ? [inYear] : [inYear, inTerm]
}

const underwriting = 'manual_underwriting'

/** Whether a flow wants a person's decision first, in whatever way it is written. */
export function isForUnderwriters(flow: string): boolean {
  return (
    flow
      .trim()
      .toLowerCase()
      .replaceAll(/[-\s]+/g, '_') === underwriting
  )
}
