import type {
  AccountId,
  PayoutBatchId,
  PayoutId,
  PolicyId,
  ProductId,
  RefundId,
} from '../../kernel/index.ts'
import type { Refusal } from '../../kernel/index.ts'
import { payoutClosed } from './reasons.ts'

/**
 * - `needs_account`: nobody knows yet where the money goes.
 * - `pending`: it can be given to the bank.
 * - `exported`: it is in a batch for the bank.
 * - `done`: the money has left. The bank may still return it.
 * - `cancelled`: it is not paid out, and is credit again.
 */
export const payoutStates = ['needs_account', 'pending', 'exported', 'done', 'cancelled'] as const
export type PayoutState = (typeof payoutStates)[number]

/** Why the last transfer did not arrive: the bank refused it, or sent it back. */
export const payoutProblems = ['failed', 'returned'] as const
export type PayoutProblem = (typeof payoutProblems)[number]

/** What a person says became of a payout. */
export const payoutOutcomes = ['done', 'failed', 'returned', 'cancelled'] as const
export type PayoutOutcome = (typeof payoutOutcomes)[number]

/** In which states each can be said. */
const statesBefore: Readonly<Record<PayoutOutcome, readonly PayoutState[]>> = {
  done: ['pending', 'exported'],
  failed: ['exported'],
  returned: ['done'],
  cancelled: ['needs_account', 'pending'],
}

/** Money that a person pays out by bank transfer. */
export interface Payout {
  readonly id: PayoutId
  readonly policyId: PolicyId
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly productId: ProductId
  readonly livemode: boolean
  /** The refund that it carries out; null for credit. */
  readonly refundId: RefundId | null
  readonly amount: number
  readonly currency: string
  readonly state: PayoutState
  /** Counts transfers: one that came back is followed by another. */
  readonly attempt: number
  /** Why credit is paid out; null for a refund. */
  readonly reason: string | null
  /** Where the account is kept; null where none is known. */
  readonly accountOf: string | null
  /** What may be shown of the account. */
  readonly country: string | null
  readonly last4: string | null
  /** When this amount was released to this account. */
  readonly releasedAt: Temporal.Instant | null
  readonly problem: PayoutProblem | null
  readonly note: string | null
  /** By when a law wants the money to be back. */
  readonly dueDay: Temporal.PlainDate | null
  readonly batchId: PayoutBatchId | null
  readonly paidOn: Temporal.PlainDate | null
  readonly createdAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | null
}

/** Whether it goes to the account that paid. */
export function goesToPayer({ id, accountOf }: Pick<Payout, 'id' | 'accountOf'>): boolean {
  return accountOf !== null && accountOf !== id
}

/** Why no account can be given to it now; null if one can. */
export function refusalOfAccount({ id, state }: Payout): Refusal | null {
  return state === 'needs_account' || state === 'pending' ? null : payoutClosed(id, state)
}

/** Why it is not released now. */
export function refusalOfRelease({ id, state }: Payout): Refusal | null {
  return state === 'pending' ? null : payoutClosed(id, state)
}

/** Why nothing can be said of it any more. */
export function refusalOfResolvingPayout({ id, state }: Payout): Refusal | null {
  return state === 'cancelled' ? payoutClosed(id, state) : null
}

/** Why this cannot be said of it. */
export function refusalOfOutcome({ id, state }: Payout, outcome: PayoutOutcome): Refusal | null {
  return statesBefore[outcome].includes(state) ? null : payoutClosed(id, state)
}
