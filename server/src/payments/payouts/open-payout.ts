import { type PayoutId, type When, mintId, timeOf } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import { recordEvents } from '../../events/index.ts'
import { type Policy, selectPolicy } from '../../policies/index.ts'
import type { Payment, Refund } from '../payment.ts'
import { selectPayer } from './bank-account-store.ts'
import type { Payout } from './payout.ts'
import { payoutEvent } from './payout-event.ts'
import { insertPayout } from './payout-store.ts'

/** What is paid out, of whose sale. */
type Opened = Pick<
  Payout,
  | 'policyId'
  | 'insurerId'
  | 'distributorId'
  | 'productId'
  | 'livemode'
  | 'refundId'
  | 'amount'
  | 'currency'
  | 'reason'
  | 'dueDay'
>

/**
 * Money is to be paid out by a person: to the account that it came from, where that is known. With the
 * policy locked.
 */
export async function openPayout(
  tx: Transaction,
  opened: Opened,
  known: {
    readonly id: PayoutId
    /** The account it goes to, where one is known. */
    readonly accountOf: string | null
    readonly country: string | null
    readonly last4: string | null
    readonly releasedAt: Temporal.Instant | null
  },
  when: When,
): Promise<Payout> {
  const payout: Payout = {
    ...opened,
    ...known,
    state: known.accountOf === null ? 'needs_account' : 'pending',
    attempt: 1,
    problem: null,
    note: null,
    batchId: null,
    paidOn: null,
    createdAt: timeOf(when),
    endedAt: null,
  }
  await insertPayout(tx, payout)
  await recordEvents(tx, [payoutEvent('payout.created', payout)], when)
  return payout
}

/** A refund that no provider carries out. */
export async function payOutRefund(
  tx: Transaction,
  { refund, payment }: { readonly refund: Refund; readonly payment: Payment },
  when: When,
): Promise<Payout> {
  const [payer, policy] = await Promise.all([
    selectPayer(tx, payment.id),
    selectPolicy(tx, refund.policyId),
  ])
  const dueDay = policy === undefined ? null : dueDayOf(policy, refund)
  const { policyId, insurerId, distributorId, livemode, amount, currency } = refund
  return openPayout(
    tx,
    {
      policyId,
      insurerId,
      distributorId,
      productId: payment.productId,
      livemode,
      refundId: refund.id,
      amount,
      currency,
      reason: null,
      dueDay,
    },
    {
      id: mintId('pyo', when),
      accountOf: payer?.owner ?? null,
      country: payer?.country ?? null,
      last4: payer?.last4 ?? null,
      releasedAt: null,
    },
    when,
  )
}

/** The laws of withdrawal want the money back within this time, from the day the withdrawal was received. */
const withdrawalDays = 30

function dueDayOf(
  { withdrawnOn }: Pick<Policy, 'withdrawnOn'>,
  { method }: Refund,
): Temporal.PlainDate | null {
  if (method !== 'withdrawal' || withdrawnOn === null) return null
  return withdrawnOn.add({ days: withdrawalDays })
}
