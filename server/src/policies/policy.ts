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
import type { CancellationKind } from '../products/index.ts'

export type PolicyStatus = 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'

/**
 * What may become what. An offer is ready; payment accepts it and makes it a paid policy. A cancelled
 * one may be reinstated, unless its customer has withdrawn; a lapsed one may revive.
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

/**
 * An offer and, once paid, a policy: one record through its whole life. It is made of parts that are
 * written at different times, each of them whole.
 */
export interface Policy
  extends
    PolicyIdentity,
    PolicyHolder,
    SaleOrigin,
    TokenHashes,
    SaleMoments,
    CurrentTerm,
    TermEnd,
    PolicyState,
    PolicyEnding,
    CurrentSnapshot {
  /** True while a modification is being processed: derived from the versions, not stored. */
  readonly isLocked: boolean
}

/** Written with the offer and never again: which policy it is, whose, of what, and where. */
export interface PolicyIdentity {
  readonly id: PolicyId
  readonly livemode: boolean
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly productId: ProductId
  readonly itemId: ItemId
  readonly integrationId: IntegrationId
  /** The test clock that it lives by; null for true time. */
  readonly clockId: ClockId | null
  readonly insurerPolicyId: string
  readonly insurerExternalPolicyId: string
  readonly language: string
  readonly currency: string
  readonly timeZone: string
  readonly startDay: Temporal.PlainDate
  readonly createdAt: Temporal.Instant
}

/** Written with the offer, and when the policy is handed to another policyholder. */
export interface PolicyHolder {
  readonly customerId: CustomerId
}

/** Written with the offer and never again: how the sale came about, and what was sent along. */
export interface SaleOrigin {
  readonly flow: string
  readonly metadata: JsonObject
  readonly media: readonly Json[]
  readonly distributorTrafficSource: string | null
  readonly referrerUrl: string | null
  readonly whitelistedReferrerUrl: string | null
  readonly salesLeadId: string | null
  readonly linkedPolicyId: string | null
  readonly containsSensitiveData: boolean
}

/**
 * Written with the offer. A new policyholder gets another token for the documents. The tokens themselves
 * are sealed: `openTokens` opens them.
 */
export interface TokenHashes {
  readonly paymentTokenHash: Buffer
  readonly assetTokenHash: Buffer
}

/** Until when the offer can be paid, and since when it is: the payment of the sale moves on. */
export interface SaleMoments {
  readonly offerExpiresAt: Temporal.Instant
  readonly acceptedAt: Temporal.Instant | null
  readonly issuedAt: Temporal.Instant | null
}

/** The terms on which the last term was sold, and its last day: what only another term changes. */
export interface CurrentTerm {
  readonly productVersionId: ProductVersionId
  readonly integrationVersionId: IntegrationVersionId
  readonly endDay: Temporal.PlainDate | null
}

/** What happens at the end of the last term: set with each term, updated by its renewal. */
export interface TermEnd {
  /** The last day of the last term where another may follow, also where the cover has no end; else null. */
  readonly termLastDay: Temporal.PlainDate | null
  /** Whether cover goes on after that day, by what is known. */
  readonly renews: boolean
  /** When the next term is to be priced and its notice sent; null once that is done. */
  readonly renewalNoticeAt: Temporal.Instant | null
}

export const neverRenewed: TermEnd = { termLastDay: null, renews: false, renewalNoticeAt: null }

/** The state that the payment, every policy transaction and time may change. */
export interface PolicyState {
  /** The active version. */
  readonly versionId: PolicyVersionId
  /** As stored. `statusAt` gives the status at a moment. */
  readonly status: PolicyStatus
}

/** Set by a cancellation, a withdrawal or a lapse, and cleared by a reinstatement or a revival. */
export interface PolicyEnding {
  readonly terminationDay: Temporal.PlainDate | null
  readonly cancelledAt: Temporal.Instant | null
  readonly cancelledBy: string
  readonly cancellationReason: string | null
  /** Who ended the contract: `system` after a lapse; null where nobody said. */
  readonly cancellationKind: CancellationKind | 'system' | null
  /** Why, by a code of the product; `non_payment` after a lapse. */
  readonly cancellationReasonCode: string | null
  /** The day on which a withdrawal was received; null where the customer has not withdrawn. */
  readonly withdrawnOn: Temporal.PlainDate | null
}

export const notEnded: PolicyEnding = {
  terminationDay: null,
  cancelledAt: null,
  cancelledBy: '',
  cancellationReason: null,
  cancellationKind: null,
  cancellationReasonCode: null,
  withdrawnOn: null,
}

/** Valid for the day: rewritten by each transaction, and on a day from which another segment holds. */
export interface CurrentSnapshot {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly data: JsonObject
  readonly quoteId: QuoteId
  readonly quote: QuoteSnapshot
  readonly planId: PlanId
  readonly grossPaymentAmount: number
  /** Since when there is no cover because it was not paid for; null where there is. */
  readonly suspendedSince: Temporal.PlainDate | null
  /** Until when this snapshot holds; null where no other follows. */
  readonly holdsUntil: Temporal.Instant | null
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
export type Lifetime = Pick<PolicyState, 'status'> &
  Pick<SaleMoments, 'offerExpiresAt'> &
  Pick<CurrentTerm, 'endDay'> &
  Pick<TermEnd, 'termLastDay' | 'renews'> &
  Pick<PolicyIdentity, 'timeZone'>

/** The status that holds now: time expires offers and policies without waiting for any job. */
export function statusAt(policy: Lifetime, now: Temporal.Instant): PolicyStatus {
  if (policy.status === 'ready' && isReached(policy.offerExpiresAt, now)) return 'expired'
  if (policy.status === 'paid' && hasEnded(policy, now)) return 'expired'
  return policy.status
}

/**
 * A policy that ends today is in force today: it ends when the next day begins where it was sold. One
 * that is renewed does not, though the next term may still have to be written down.
 */
function hasEnded(policy: Lifetime, now: Temporal.Instant): boolean {
  const lastDay = lastDayAsSold(policy)
  if (lastDay === null || policy.renews) return false
  return isReached(startOfDay(lastDay.add({ days: 1 }), policy.timeZone), now)
}

/** What it depends on whether a cancelled policy is still in force. */
export type EndingCover = Pick<PolicyState, 'status'> &
  Pick<PolicyEnding, 'terminationDay' | 'withdrawnOn'> &
  Pick<PolicyIdentity, 'timeZone' | 'startDay'>

/**
 * Whether it was cancelled for a day that is still to come, or is today: until then it is in force. One
 * that was withdrawn is over at once, though its cover lasts to the end of the day.
 */
export function isEnding(policy: EndingCover, now: Temporal.Instant): boolean {
  const { status, terminationDay, withdrawnOn, startDay, timeZone } = policy
  if (status !== 'cancelled' || terminationDay === null || withdrawnOn !== null) return false
  const everBegins = Temporal.PlainDate.compare(startDay, terminationDay) <= 0
  return everBegins && !isReached(startOfDay(terminationDay.add({ days: 1 }), timeZone), now)
}

/** Whether it is paid for and not over: cover may still have to begin. */
export function isInForce(policy: Lifetime & EndingCover, now: Temporal.Instant): boolean {
  return statusAt(policy, now) === 'paid' || isEnding(policy, now)
}

/** The last day that is sold so far: cover without an end has one where it is sold by terms. */
export function lastDayAsSold({
  endDay,
  termLastDay,
}: Pick<CurrentTerm, 'endDay'> & Pick<TermEnd, 'termLastDay'>): Temporal.PlainDate | null {
  return endDay ?? termLastDay
}

function isReached(moment: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(moment, now) <= 0
}
