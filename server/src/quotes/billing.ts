import type { Premium } from '../pricing/index.ts'
import { type LoadedVersion, type PlanFrequency, paymentsPerYear } from '../products/index.ts'
import type { Quote } from './quote.ts'

/** How often the customer pays. */
export interface Billing {
  /** What one payment is for; null for a single payment. */
  readonly period: PlanFrequency | null
  /** How many payments there are: what pricing says, or else as many as the plan has in a year. */
  readonly cycles: number
}

export function billingOf(
  version: LoadedVersion,
  { planId, premium }: Pick<Quote, 'planId'> & { readonly premium: Pick<Premium, 'billingCycles'> },
): Billing {
  const period = version.plans.get(planId)?.frequency ?? null
  return { period, cycles: cyclesOf(premium, period) }
}

export function cyclesOf(
  { billingCycles }: Pick<Premium, 'billingCycles'>,
  period: PlanFrequency | null,
): number {
  return billingCycles ?? (period === null ? 1 : paymentsPerYear[period])
}
