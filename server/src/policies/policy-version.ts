import type {
  AccountId,
  ContentId,
  CustomerId,
  JsonObject,
  JsonPath,
  MassEndorsementId,
  PlanId,
  PolicyId,
  PolicyVersionId,
  QuoteId,
} from '../kernel/index.ts'
import type { CancellationKind, NamedCancellation } from '../products/index.ts'
import type { Segment, Term, Timeline } from '../timelines/index.ts'

/** The details of the request, by the kind of the version; an offer is no transaction. */
interface DetailsByKind {
  readonly offer: Record<string, never>
  readonly cancellation: CancellationDetails
  readonly withdrawal: WithdrawalDetails
  readonly lapse: CancellationDetails
  readonly end_move: EndMoveDetails
  readonly endorsement: EndorsementDetails
  readonly adjustment: AdjustmentDetails
  readonly tax_change: TaxChangeDetails
  readonly reinstatement: ReinstatementDetails
  readonly renewal: RenewalDetails
  /** Its day says all: from when on there is no cover, or cover again. */
  readonly suspension: Record<string, never>
  readonly resumption: Record<string, never>
  /** The same: the day of the payment, from which on there is cover again. */
  readonly revival: Record<string, never>
}

/** The kinds of versions: an offer, and all policy transactions. */
export type VersionKind = keyof DetailsByKind

export type TransactionDetails<Kind extends VersionKind = VersionKind> = {
  [One in Kind]: { readonly kind: One; readonly details: DetailsByKind[One] }
}[Kind]

export type VersionOf<Kind extends VersionKind> = TransactionDetails<Kind> & VersionRecord

/**
 * A version that is `processing` has been requested and is being made. One that is `proposed` waits to
 * be paid for, until it lapses or is preempted by another. One is `active`, those before it are
 * `superseded`.
 */
export type VersionState =
  | 'processing'
  | 'proposed'
  | 'active'
  | 'superseded'
  | 'preempted'
  | 'lapsed'
  | 'failed'

/** One transaction of a policy. Its timeline has the state of the policy on every day since. */
export type PolicyVersion = VersionOf<VersionKind>

interface VersionRecord {
  readonly id: PolicyVersionId
  readonly policyId: PolicyId
  readonly state: VersionState
  /** The offer is 1; every other counts on from the version that it was made on. */
  readonly number: number
  readonly basedOn: PolicyVersionId | null
  /** From which day on it counts. */
  readonly effectiveDay: Temporal.PlainDate
  /** Null where it was not recorded. */
  readonly requestedBy: AccountId | null
  readonly createdAt: Temporal.Instant
}

export interface CancellationDetails {
  readonly reason: string
  readonly termination_date: string
  readonly cancelled_by: string
  /** Who ended the contract, and why, as the product lists it; left out where nobody said. */
  readonly cancellation_kind?: CancellationKind | 'system'
  readonly cancellation_reason_code?: string | null
  readonly notice?: {
    readonly received_on: string
    /** The day of the event that gave the right; null where none was named. */
    readonly occurred_on: string | null
    /** The first day on which cover could end; null where no notice was checked. */
    readonly first_possible_date: string | null
  }
}

/** The kind that a version names; null where it names none, and for a lapse. */
export function namedCancellation({
  details,
}: {
  readonly details: object
}): NamedCancellation | null {
  const { cancellation_kind: kind, cancellation_reason_code: reasonCode = null } =
    details as Partial<CancellationDetails> // Other kinds of versions have no such members.
  return kind === undefined || kind === 'system' ? null : { kind, reasonCode }
}

/** The cancellation with another last day: reason and author stay, and when it was cancelled. */
export interface EndMoveDetails extends CancellationDetails {
  readonly cancelled_at: string
}

export interface WithdrawalDetails extends CancellationDetails {
  readonly received_on: string
  readonly sent_on: string
  /** Whether nothing was agreed to begin earlier, so that nothing is left of the cover. */
  readonly is_void: boolean
}

/** Names paths and the records with their values, but no value: those are in contents and quotes. */
export interface EndorsementDetails {
  /** The members of the policy that it replaces, such as `['data', 'city']`. */
  readonly places: readonly JsonPath[]
  /** The content from its day on; null where only the price changes. */
  readonly content_id: ContentId | null
  /** Its answers and its price; null where they stay. */
  readonly quote_id: QuoteId | null
  /** Where it changes the payment plan, to that of its quote: the answers that the plan gives. */
  readonly plan_answers?: readonly string[]
  /** Where another person becomes the policyholder: the customers, before and from its day on. */
  readonly policyholder?: {
    readonly previous_customer_id: CustomerId
    readonly customer_id: CustomerId
  }
  /** Where a clause of the terms raises an answer by an index. */
  readonly indexation?: {
    readonly mass_endorsement_id: MassEndorsementId
    readonly answer: string
  }
}

/** What a customer declared for one term, which begins on its day. */
export interface AdjustmentDetails {
  /** Numbers alone, by the names of the answers that they replace: no person's data. */
  readonly answers: Readonly<Record<string, number>>
  /** The last day of the term; null where it has none. */
  readonly last_day: string | null
}

/** A change of tax by law; from when on it counts for the policy is the effective day. */
export interface TaxChangeDetails {
  readonly mass_endorsement_id: MassEndorsementId
  /** Periods that are due from this day on have the new rate. */
  readonly day: string
  /** Decimal fractions such as 0.19. */
  readonly from: number
  readonly to: number
}

/** Names paths and the records with their values, as an endorsement does. */
export interface RenewalDetails {
  /** The answers that it replaces. */
  readonly answers: readonly string[]
  /** The members of the policy that it replaces. */
  readonly places: readonly JsonPath[]
  /** The content from its day on; null where it stays. */
  readonly content_id: ContentId | null
  readonly quote_id: QuoteId
}

export interface ReinstatementDetails {
  /** The last day without cover; null where there is none. */
  readonly gap_until: string | null
  /**
   * Whether a suspension ends with it. Where the policy had not ended yet, its dunning goes on instead, and
   * the payment ends the suspension.
   */
  readonly resumes_cover: boolean
}

export type PolicyTimeline = Timeline<PolicySegment, PolicyTerm>

export interface PolicyTerm extends Term {
  readonly planId: PlanId
  /** Whether the cover has no end, though this term may have one: another is to follow. */
  readonly isOpen: boolean
}

/** The end of the cover as far as it was sold; null where it has none. */
export function endDayOf({ terms }: PolicyTimeline): Temporal.PlainDate | null {
  const last = terms.at(-1)
  return last === undefined || last.isOpen ? null : last.lastDay
}

export interface PolicySegment extends Segment {
  /** The quote with the answers, the price and the product version. */
  readonly quoteId: QuoteId
  readonly contentId: ContentId
}

/** The data of the customer and the insured object: the only record with personal data. */
export interface PolicyContent {
  readonly id: ContentId
  readonly policyId: PolicyId
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly data: JsonObject
}
