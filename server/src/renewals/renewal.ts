import type {
  AccountId,
  ContentId,
  FieldError,
  JsonObject,
  JsonPath,
  PlanId,
  PolicyId,
  PolicyVersionId,
  ProductVersionId,
  QuoteId,
} from '../kernel/index.ts'
import type { Policy } from '../policies/index.ts'
import type { RenewalKind } from '../products/index.ts'

/**
 * A renewal is scheduled until the next term has a price. It is then offered, or blocked because the
 * product has changed so that what is known no longer fits, or knocked out. It is voided while its
 * policy is cancelled, and done once the policy has the next term.
 */
export const renewalStates = [
  'scheduled',
  'offered',
  'accepted',
  'declined',
  'blocked',
  'knocked_out',
  'voided',
  'done',
] as const
export type RenewalState = (typeof renewalStates)[number]

/** The allowed transitions. An open renewal is priced again whenever the policy changes. */
const renewalMoves: Readonly<Record<RenewalState, readonly RenewalState[]>> = {
  scheduled: ['offered', 'blocked', 'knocked_out', 'declined', 'voided'],
  offered: [
    'scheduled',
    'offered',
    'accepted',
    'declined',
    'blocked',
    'knocked_out',
    'voided',
    'done',
  ],
  accepted: ['scheduled', 'offered', 'accepted', 'blocked', 'knocked_out', 'voided', 'done'],
  declined: [],
  blocked: ['scheduled', 'offered', 'blocked', 'knocked_out', 'declined', 'voided'],
  knocked_out: ['scheduled', 'offered', 'blocked', 'knocked_out', 'declined', 'voided'],
  voided: ['offered', 'blocked', 'knocked_out'],
  done: [],
}

/** The next term of a policy, and the state of its renewal. */
export interface Renewal {
  readonly policyId: PolicyId
  /** Of the next term. */
  readonly firstDay: Temporal.PlainDate
  /** Null where it was declined before anybody had looked at it. */
  readonly lastDay: Temporal.PlainDate | null
  readonly kind: Exclude<RenewalKind, 'none'>
  readonly state: RenewalState
  /** The version of the policy that it was last priced on. */
  readonly basedOn: PolicyVersionId
  readonly productVersionId: ProductVersionId
  /** The payment plan of the next term; null before it is priced. */
  readonly planId: PlanId | null
  readonly quoteId: QuoteId | null
  /** The customer and policy data of the next term; null if they stay. */
  readonly contentId: ContentId | null
  /** The price of a billing period before the next term, and in it. */
  readonly paymentBefore: number
  readonly paymentAfter: number | null
  readonly given: GivenForTerm
  /**
   * The price of the next term with what is endorsed for it, by the version of the term before: where the law
   * does not let the premium rise. Null where nothing is endorsed.
   */
  readonly heldQuoteId: QuoteId | null
  readonly says: RenewedMembers
  readonly problems: readonly RenewalProblem[]
  readonly tokenHash: Buffer | null
  readonly offeredAt: Temporal.Instant | null
  readonly decidedAt: Temporal.Instant | null
  readonly decidedBy: AccountId | null
}

/** Values given for the next term alone: the old product version may have no field for them. */
export interface GivenForTerm {
  /** Of the quote. */
  readonly answers: JsonObject
  /** Of the policy. */
  readonly data: JsonObject
  /** The payment plan that was chosen for it; left out where it stays. */
  readonly planId?: PlanId
}

/** The members that differ in the next term; their values are in its quote and content. */
export interface RenewedMembers {
  /** Answers of the quote. */
  readonly answers: readonly string[]
  /** Paths in the customer and policy data. */
  readonly places: readonly JsonPath[]
}

export const nothingGiven: GivenForTerm = { answers: {}, data: {} }

/** A renewal that was not priced yet. */
export function unpriced(policy: Policy, firstDay: Temporal.PlainDate): Renewal {
  return {
    policyId: policy.id,
    firstDay,
    lastDay: null,
    kind: policy.renews ? 'automatic' : 'on_acceptance',
    state: 'scheduled',
    basedOn: policy.versionId,
    productVersionId: policy.productVersionId,
    planId: null,
    quoteId: null,
    contentId: null,
    paymentBefore: policy.grossPaymentAmount,
    paymentAfter: null,
    given: nothingGiven,
    heldQuoteId: null,
    says: { answers: [], places: [] },
    problems: [],
    tokenHash: null,
    offeredAt: null,
    decidedAt: null,
    decidedBy: null,
  }
}

/** Why a policy cannot be renewed as it is. */
export type RenewalProblem =
  | { readonly code: 'answer' | 'field'; readonly error: FieldError }
  | { readonly code: Exclude<ProblemCode, 'answer' | 'field'> }

const problemCodes = [
  'answer',
  'field',
  'item',
  'plan',
  'integration',
  'currency',
  'language',
  'product',
  'not_renewed',
  'too_long',
  'calculation',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** The problem and its fix, in words. */
export const problemTexts: Readonly<
  Record<ProblemCode, { readonly message: string; readonly fix: string }>
> = {
  answer: {
    message: 'This answer does not fit the rules of the next term.',
    fix: 'Endorse the policy, or retry with the answer for the next term.',
  },
  field: {
    message: 'This field does not fit the rules of the next term.',
    fix: 'Endorse the policy, or retry with the field for the next term.',
  },
  item: {
    message: 'The item of the policy is no longer sold.',
    fix: 'Publish a version that has the item, then retry.',
  },
  plan: {
    message: 'The product no longer has the payment plan of the policy.',
    fix: 'Publish a version that has the plan, then retry.',
  },
  integration: {
    message: 'The integration that sold the policy is no longer published.',
    fix: 'Publish the integration, then retry.',
  },
  currency: {
    message: 'The product now has another currency.',
    fix: 'Sell a new policy: one policy has one currency.',
  },
  language: {
    message: 'The product no longer supports the language of the policy.',
    fix: 'Publish a version that has the language, then retry.',
  },
  product: {
    message: 'No version of the product is published.',
    fix: 'Publish a version, then retry.',
  },
  not_renewed: {
    message: 'The product is no longer renewed.',
    fix: 'Publish a version with renewals, then retry.',
  },
  too_long: {
    message: 'The cover would last longer than 120 years.',
    fix: 'Let the policy end.',
  },
  calculation: {
    message: 'The price of the next term could not be computed.',
    fix: 'Retry once the price can be computed. Until the term ends, the platform retries every day.',
  },
}

/** Whether time or a request may still change the state of the renewal. */
export function isOpen({ state }: Pick<Renewal, 'state'>): boolean {
  return renewalMoves[state].length > 0
}

/** Whether the renewal is retried: it has failed, or waits for a price. */
export function isRetried({ state }: Pick<Renewal, 'state'>): boolean {
  return state === 'blocked' || state === 'knocked_out' || state === 'scheduled'
}
