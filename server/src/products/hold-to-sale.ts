import type { Premium, PricedOutcome } from '../pricing/index.ts'
import type { PaymentPlanDefinition } from './product-definition.ts'

type Plan = Pick<PaymentPlanDefinition, 'key' | 'type'>
/** The outputs that say how a price may be sold. */
export type SaleTerms = Pick<Premium, 'billingCycles' | 'flow'>

export interface Hindrance {
  /** The output that stands in the way. */
  readonly output: 'billing_cycles' | 'flow'
  readonly reason: string
  readonly mend: string
}

/** A price that none of the plans can sell is a failed calculation, which names the output. */
export function holdToSale(outcome: PricedOutcome, plans: readonly Plan[]): PricedOutcome {
  if (outcome.outcome !== 'priced') return outcome
  const hindrances = plans.map((plan) => hindranceTo(outcome.premium, plan))
  const [first] = hindrances
  if (first === undefined || first === null || hindrances.includes(null)) return outcome
  const { trace } = outcome
  const failed = { outcome: 'failed', place: first.output, reason: first.reason } as const
  return trace === undefined ? failed : { ...failed, trace }
}

/** Why a plan cannot sell at these terms; null where it can. */
export function hindranceTo({ billingCycles, flow }: SaleTerms, plan: Plan): Hindrance | null {
  if (flow !== null && isForUnderwriters(flow)) {
    return {
      output: 'flow',
      reason: `is ${underwriting}, and nobody can look at an offer before it is paid for`,
      mend: 'Decline such risks with a knockout until offers can wait for an underwriter.',
    }
  }
  if (plan.type === 'single' && billingCycles !== null && billingCycles > 1) {
    return {
      output: 'billing_cycles',
      reason: `is ${billingCycles}, but the payment plan ${plan.key} is a single payment, which would be the only one of ${billingCycles}`,
      mend: `Put out 1, or make the plan ${plan.key} recurring with a frequency.`,
    }
  }
  return null
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
