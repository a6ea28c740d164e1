import { type ContentId, type When, mintId } from '../kernel/index.ts'
import type { Premium } from '../pricing/index.ts'
import type { Catalogue, PaymentPlanDefinition, PlanFrequency } from '../products/index.ts'
import { type PeriodPrice, type Timeline, periodPriceOf } from '../timelines/index.ts'
import {
  type CurrentTerm,
  type HeldToday,
  type PolicyIdentity,
  type TermEnd,
  lastDayAsSold,
} from './policy.ts'
import type { PolicyContent, PolicySegment, PolicyTerm, PolicyTimeline } from './policy-version.ts'

/** The plan that was sold. */
export async function planOf(
  catalogue: Catalogue,
  policy: Pick<PolicyIdentity, 'id'> & CurrentTerm,
): Promise<PaymentPlanDefinition> {
  const product = await catalogue.version(policy.productVersionId)
  const plan = product?.plans.get(policy.planId)
  if (plan === undefined) throw new Error(`the plan of policy ${policy.id} is gone`)
  return plan
}

type SoldPolicy = Pick<PolicyIdentity, 'startDay'> &
  CurrentTerm &
  TermEnd &
  Pick<HeldToday, 'quoteId' | 'quote'>

/** What a sale says of the days to come: one term, and one segment that holds from its start on. */
export function soldDays(
  policy: SoldPolicy,
  frequency: PlanFrequency | null,
): Timeline<Omit<PolicySegment, 'contentId'>, PolicyTerm> {
  const { startDay: firstDay, endDay, planId, quoteId } = policy
  const term = { firstDay, lastDay: lastDayAsSold(policy), isOpen: endDay === null }
  return {
    terms: [{ ...term, planId, frequency }],
    segments: [{ firstDay, kind: 'cover', price: priceOf(policy.quote), quoteId }],
    ending: null,
  }
}

/** The same with what is known of the customer. */
export function soldTimeline(
  policy: SoldPolicy,
  frequency: PlanFrequency | null,
  contentId: ContentId,
): PolicyTimeline {
  const sold = soldDays(policy, frequency)
  return { ...sold, segments: sold.segments.map((segment) => ({ ...segment, contentId })) }
}

export function contentOf(
  policy: Pick<PolicyIdentity, 'id'> & Pick<HeldToday, 'firstName' | 'lastName' | 'email' | 'data'>,
  when: When,
): PolicyContent {
  const { id: policyId, firstName, lastName, email, data } = policy
  return { id: mintId('pco', when), policyId, firstName, lastName, email, data }
}

/** Before pricing refused it, less could be asked than the premium is; then that was the premium. */
export function priceOf({ premium }: { readonly premium: Premium }): PeriodPrice {
  return (
    periodPriceOf(premium) ?? {
      payment: premium.grossPaymentAmount,
      tax: Math.min(premium.premiumTax, premium.grossPaymentAmount),
      fee: 0,
      commission: premium.netCommissionTotal,
    }
  )
}
