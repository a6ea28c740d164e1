import type { AccountId, PaymentId, ReconciliationItemId, RefundId } from '../../kernel/index.ts'

/** What a movement of money at a provider is about. */
export const reconciliationKinds = [
  'payment',
  'refund',
  'dispute',
  'payout',
  'fee',
  'other',
] as const
export type ReconciliationKind = (typeof reconciliationKinds)[number]

/** Both sides say the same; one of them is not decided yet; or they differ. */
const reconciliationStates = ['matched', 'waiting', 'unmatched'] as const
export type ReconciliationState = (typeof reconciliationStates)[number]

/** As people see them: a difference that a person has accepted as known is listed apart. */
export const listedStates = [...reconciliationStates, 'accepted'] as const

/** That a person has accepted a difference as known. */
export interface Acceptance {
  readonly reason: string
  /** The person or the key. */
  readonly acceptedBy: string
  readonly acceptedAt: Temporal.Instant
}

export interface ListedItem extends Omit<ReconciliationItem, 'state'> {
  readonly state: (typeof listedStates)[number]
  /** Null for what nobody has accepted, and for what has become another difference since. */
  readonly acceptance: Acceptance | null
}

/** What differs for so long needs a person: until then the next answers may explain it. */
export const longUnmatchedHours = 48

/** How the two sides differ. */
export const reconciliationProblems = [
  'not_here',
  'not_there',
  'other_amount',
  'other_currency',
] as const
export type ReconciliationProblem = (typeof reconciliationProblems)[number]

/** One movement at a provider beside what is known of it here; or one of ours that the provider lacks. */
export interface ReconciliationItem {
  readonly id: ReconciliationItemId
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly provider: string
  readonly kind: ReconciliationKind
  readonly state: ReconciliationState
  readonly problem: ReconciliationProblem | null
  /** What the provider calls the movement; null where it has none. */
  readonly reference: string | null
  /** What the provider calls its cause, such as a charge or a payout. */
  readonly source: string | null
  /** The provider's own word for the movement. */
  readonly type: string | null
  /** What came in; below zero what went out. Null where the provider has no movement. */
  readonly amount: number | null
  /** What the provider kept of it. */
  readonly fee: number
  readonly currency: string
  readonly happenedAt: Temporal.Instant
  /** When the bank has it, of a payout. */
  readonly valueDay: Temporal.PlainDate | null
  readonly paymentId: PaymentId | null
  readonly refundId: RefundId | null
  /** What all movements of the same payment, refund or dispute come to by our books. */
  readonly ownAmount: number | null
  /** What is there beyond that; on the newest of these movements alone. */
  readonly difference: number
}

/** What our books say of a payment, a refund or a dispute. */
export interface OwnSide {
  /** Null while it is not decided. */
  readonly amount: number | null
  readonly currency: string
}

export interface Match {
  readonly state: ReconciliationState
  readonly problem: ReconciliationProblem | null
  readonly difference: number
}

/** Compares all movements of one payment, refund or dispute with our books. */
export function decideMatch(
  movements: readonly Pick<ReconciliationItem, 'amount' | 'currency'>[],
  own: OwnSide | undefined,
): Match {
  const there = movements.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  if (own === undefined) return unmatched('not_here', there)
  const isOther = movements.some(({ currency }) => currency !== own.currency)
  if (own.amount === null) return { state: 'waiting', problem: null, difference: there }
  const difference = there - own.amount
  if (isOther) return unmatched('other_currency', difference)
  if (difference === 0) return { state: 'matched', problem: null, difference }
  if (own.amount === 0) return unmatched('not_here', difference)
  return unmatched(there === 0 ? 'not_there' : 'other_amount', difference)
}

function unmatched(problem: ReconciliationProblem, difference: number): Match {
  return { state: 'unmatched', problem, difference }
}
