import { type ContentId, type When, mintId } from '../kernel/index.ts'
import type { PlanFrequency } from '../products/index.ts'
import type { Timeline } from '../timelines/index.ts'
import {
  type CurrentSnapshot,
  type CurrentTerm,
  type PolicyContent,
  type PolicyIdentity,
  type PolicySegment,
  type PolicyTerm,
  type PolicyTimeline,
  type TermEnd,
  lastDayAsSold,
  priceOf,
} from '../policies/index.ts'

type SoldPolicy = Pick<PolicyIdentity, 'startDay'> &
  CurrentTerm &
  TermEnd &
  Pick<CurrentSnapshot, 'quoteId' | 'quote' | 'planId'>

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
  policy: Pick<PolicyIdentity, 'id'> &
    Pick<CurrentSnapshot, 'firstName' | 'lastName' | 'email' | 'data'>,
  when: When,
): PolicyContent {
  const { id: policyId, firstName, lastName, email, data } = policy
  return { id: mintId('pco', when), policyId, firstName, lastName, email, data }
}
