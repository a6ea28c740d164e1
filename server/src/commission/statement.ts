import type { AccountId, CommissionStatementId } from '../kernel/index.ts'
import type { CommissionAgreement } from './agreement.ts'

/** What a distributor has earned in a month, in one currency. */
export interface CommissionStatement {
  readonly id: CommissionStatementId
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly livemode: boolean
  readonly currency: string
  /** Its first day. */
  readonly month: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
  /** What the distributor owed by the statement before, below zero. */
  readonly carriedForward: number
  readonly earned: number
  /** Below zero. */
  readonly clawedBack: number
  readonly entries: number
  readonly payout: CommissionAgreement['payout']
  readonly createdAt: Temporal.Instant
  /** How a person says that it was paid out or set off; null before. */
  readonly done: {
    readonly at: Temporal.Instant
    readonly on: Temporal.PlainDate
    readonly reference: string
  } | null
}

export const statementStates = ['open', 'done', 'carried_forward'] as const
export type StatementState = (typeof statementStates)[number]

/** What the distributor is owed; below zero what it owes, and the next statement begins with. */
export function balanceOf({
  carriedForward,
  earned,
  clawedBack,
}: Pick<CommissionStatement, 'carriedForward' | 'earned' | 'clawedBack'>): number {
  return carriedForward + earned + clawedBack
}

export function stateOf(statement: CommissionStatement): StatementState {
  if (balanceOf(statement) <= 0) return 'carried_forward'
  return statement.done === null ? 'open' : 'done'
}
