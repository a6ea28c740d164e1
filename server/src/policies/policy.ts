import {
  type AccountId,
  type ClockId,
  type CustomerId,
  type IntegrationId,
  type IntegrationVersionId,
  type ItemId,
  type Json,
  type JsonObject,
  type PlanId,
  type PolicyId,
  type PolicyVersionId,
  type PricingLogicId,
  type PricingRevisionId,
  type ProductId,
  type ProductVersionId,
  type QuoteId,
  startOfDay,
} from '../kernel/index.ts'
import type { DurationStrategy, Premium } from '../pricing/index.ts'

export type PolicyStatus = 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'

/**
 * What may become what. An offer is ready; payment accepts it and makes it a paid policy. A cancelled
 * one may be reinstated.
 */
export const policyMoves: Readonly<Record<PolicyStatus, readonly PolicyStatus[]>> = {
  ready: ['accepted', 'paid', 'expired'],
  accepted: ['paid', 'ready'],
  paid: ['cancelled', 'expired'],
  cancelled: ['paid'],
  expired: [],
}

export function mayBecome(from: PolicyStatus, to: PolicyStatus): boolean {
  return policyMoves[from].includes(to)
}

/** An offer and, once paid, a policy: one record through its whole life. */
export interface Policy {
  readonly id: PolicyId
  readonly versionId: PolicyVersionId
  /** As stored. What holds at a moment is told by `statusAt`. */
  readonly status: PolicyStatus
  readonly livemode: boolean
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly productId: ProductId
  readonly productVersionId: ProductVersionId
  readonly itemId: ItemId
  readonly planId: PlanId
  readonly integrationId: IntegrationId
  readonly integrationVersionId: IntegrationVersionId
  readonly customerId: CustomerId
  readonly quoteId: QuoteId
  /** The test clock that it lives by; null for true time. */
  readonly clockId: ClockId | null
  readonly insurerPolicyId: string
  readonly insurerExternalPolicyId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly language: string
  readonly currency: string
  readonly timeZone: string
  readonly flow: string
  readonly grossPaymentAmount: number
  readonly data: JsonObject
  readonly quote: QuoteSnapshot
  readonly metadata: JsonObject
  readonly media: readonly Json[]
  readonly distributorTrafficSource: string | null
  readonly referrerUrl: string | null
  readonly whitelistedReferrerUrl: string | null
  readonly salesLeadId: string | null
  readonly linkedPolicyId: string | null
  /** The tokens themselves are sealed: `openTokens` opens them. */
  readonly paymentTokenHash: Buffer
  readonly assetTokenHash: Buffer
  readonly containsSensitiveData: boolean
  readonly startDay: Temporal.PlainDate
  readonly endDay: Temporal.PlainDate | null
  readonly terminationDay: Temporal.PlainDate | null
  readonly offerExpiresAt: Temporal.Instant
  readonly createdAt: Temporal.Instant
  readonly acceptedAt: Temporal.Instant | null
  readonly issuedAt: Temporal.Instant | null
  readonly cancelledAt: Temporal.Instant | null
  readonly cancelledBy: string
  readonly cancellationReason: string | null
  /** Until when names, data and quote above are what holds; null where nothing else is to come. */
  readonly holdsUntil: Temporal.Instant | null
  /** True while a modification is being processed. */
  readonly isLocked: boolean
}

/** The quote as the policy keeps it: plain data, so that it reads the same for ever. */
export interface QuoteSnapshot {
  readonly customerInput: JsonObject
  readonly premium: Premium
  readonly billingCycles: number
  readonly durationStrategy: DurationStrategy
  readonly issuedAt: string
  readonly pricingLogicId: PricingLogicId
  readonly pricingRevisionId: PricingRevisionId
}

/** What the status at a moment depends on. */
export type Lifetime = Pick<Policy, 'status' | 'offerExpiresAt' | 'endDay' | 'timeZone'>

/** The status that holds now: time expires offers and policies without waiting for any job. */
export function statusAt(policy: Lifetime, now: Temporal.Instant): PolicyStatus {
  if (policy.status === 'ready' && isReached(policy.offerExpiresAt, now)) return 'expired'
  if (policy.status === 'paid' && hasEnded(policy, now)) return 'expired'
  return policy.status
}

/** A policy that ends today is in force today: it ends when the next day begins where it was sold. */
function hasEnded(policy: Lifetime, now: Temporal.Instant): boolean {
  if (policy.endDay === null) return false
  return isReached(startOfDay(policy.endDay.add({ days: 1 }), policy.timeZone), now)
}

function isReached(moment: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(moment, now) <= 0
}
