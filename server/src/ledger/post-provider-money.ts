import { type AccountId, todayIn } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { LedgerAccount } from './chart.ts'
import { insertPosting } from './ledger-store.ts'

/** What moved at a payment provider besides the money of policies. */
interface ProviderMoney {
  /** The record of the movement. */
  readonly id: string
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly currency: string
  /** What the provider kept; below zero what it gave back. */
  readonly fee: number
  /** What it paid out to the bank; below zero what came back. */
  readonly paidOut: number
  readonly valueDay: Temporal.PlainDate
}

/** Fees are an expense, and a payout moves money to the bank. */
export async function postProviderMoney(
  tx: Queryable,
  money: ProviderMoney,
  now: Temporal.Instant,
): Promise<void> {
  await post(tx, money, 'provider_fees', money.fee, now)
  await post(tx, money, 'bank', money.paidOut, now)
}

async function post(
  tx: Queryable,
  { id, insurerId, livemode, currency, valueDay }: ProviderMoney,
  account: LedgerAccount,
  amount: number,
  now: Temporal.Instant,
): Promise<void> {
  if (amount === 0) return
  const [debit, credit] = amount > 0 ? ([account, 'cash'] as const) : (['cash', account] as const)
  // An insurer has no time zone of its own.
  const today = todayIn('UTC', now)
  await insertPosting(tx, {
    cause: `reconciliation ${id}`,
    debit,
    credit,
    amount: Math.abs(amount),
    insurerId,
    livemode,
    currency,
    valueDay,
    today,
    now,
  })
}

/** Money that a dispute took, and that nobody owes again. */
export async function postDisputeLoss(
  tx: Queryable,
  {
    id,
    insurerId,
    livemode,
    currency,
    amount,
  }: Pick<ProviderMoney, 'id' | 'insurerId' | 'livemode' | 'currency'> & {
    readonly amount: number
  },
  now: Temporal.Instant,
): Promise<void> {
  const today = todayIn('UTC', now)
  await insertPosting(tx, {
    cause: `dispute ${id}`,
    debit: 'charge_back_loss',
    credit: 'cash',
    amount,
    insurerId,
    livemode,
    currency,
    valueDay: today,
    today,
    now,
  })
}
