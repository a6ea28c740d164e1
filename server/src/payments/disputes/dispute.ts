import type { AccountId, DisputeId, PaymentId, PolicyId, ProductId } from '../../kernel/index.ts'

/**
 * A customer has the bank take a payment back, and the insurer may answer with evidence. A warning
 * asks before any money has moved. `unclear`: the provider reports a state that is unknown here.
 */
export const disputeStates = [
  'needs_response',
  'under_review',
  'won',
  'lost',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
  'unclear',
] as const
export type DisputeState = (typeof disputeStates)[number]

/** An answer is expected by a day. */
export const answerableStates = ['needs_response', 'warning_needs_response'] as const

/** What a provider says of a dispute. */
export interface ProviderDispute {
  readonly reference: string
  readonly state: DisputeState
  readonly amount: number
  readonly currency: string
  /** What the provider keeps for it. */
  readonly fee: number
  readonly reason: string
  /** By when evidence has to be there; null where none is asked for. */
  readonly evidenceDueAt: Temporal.Instant | null
  /** Where a person answers it. */
  readonly url: string
  readonly openedAt: Temporal.Instant
}

export interface Dispute extends ProviderDispute {
  readonly id: DisputeId
  readonly paymentId: PaymentId
  readonly policyId: PolicyId
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly productId: ProductId
  readonly livemode: boolean
  readonly provider: string
  /** Whether the lost money is a loss, and not owed again by the customer. */
  readonly isLoss: boolean
  readonly closedAt: Temporal.Instant | null
}

/** The event that reports a state. */
export function eventOfState(state: DisputeState) {
  switch (state) {
    case 'won':
      return 'dispute.won'
    case 'lost':
      return 'dispute.lost'
    case 'warning_closed':
    case 'prevented':
      return 'dispute.closed'
    default:
      return 'dispute.updated'
  }
}

export function isOver(state: DisputeState): boolean {
  return eventOfState(state) !== 'dispute.updated'
}
