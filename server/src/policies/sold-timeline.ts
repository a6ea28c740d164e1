import { type ContentId, mintId } from '../kernel/index.ts'
import type { PlanFrequency } from '../products/index.ts'
import { type PeriodPrice, periodPriceOf } from '../timelines/index.ts'
import type { Policy } from './policy.ts'
import type { PolicyContent, PolicyTimeline } from './policy-version.ts'

/** What a sale says of the days to come: one term, and one segment that holds from its start on. */
export function soldTimeline(
  policy: Pick<Policy, 'startDay' | 'endDay' | 'planId' | 'quoteId' | 'quote'>,
  frequency: PlanFrequency | null,
  contentId: ContentId,
): PolicyTimeline {
  const { startDay: firstDay, endDay: lastDay, planId, quoteId } = policy
  return {
    terms: [{ firstDay, lastDay, planId, frequency }],
    segments: [{ firstDay, kind: 'cover', price: priceOf(policy), quoteId, contentId }],
    ending: null,
  }
}

export function contentOf(
  policy: Pick<Policy, 'id' | 'firstName' | 'lastName' | 'email' | 'data'>,
  now: Temporal.Instant,
): PolicyContent {
  const { id: policyId, firstName, lastName, email, data } = policy
  return { id: mintId('pco', now), policyId, firstName, lastName, email, data }
}

/** Before pricing refused it, less could be asked than the premium is; then that was the premium. */
function priceOf({ quote }: Pick<Policy, 'quote'>): PeriodPrice {
  const { premium } = quote
  return (
    periodPriceOf(premium) ?? {
      payment: premium.grossPaymentAmount,
      tax: Math.min(premium.premiumTax, premium.grossPaymentAmount),
      fee: 0,
      commission: premium.netCommissionTotal,
    }
  )
}
