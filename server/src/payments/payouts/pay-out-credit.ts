import { type Moment, type PayoutId, mintId } from '../../kernel/index.ts'
import { passSecondPerson, readRefusalAlone } from '../../approvals/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Transaction } from '../../database/index.ts'
import { momentOfTransaction } from '../../deadlines/index.ts'
import type { Act, Caller } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import { payableByBank, postRefund, selectBalances } from '../../ledger/index.ts'
import { type Policy, findPolicy, lockPolicies, readBilled } from '../../policies/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import type { Payment, Refund } from '../payment.ts'
import { selectPaymentsOf } from '../payment-store.ts'
import { tillOf } from '../provider.ts'
import type { OutcomeDeps } from '../record-outcome.ts'
import { refundDue, refundMethod, spreadRefund } from '../refund-credit.ts'
import { selectRefundsOf } from '../refund-store.ts'
import { requestRefund } from '../request-refund.ts'
import { type BankAccount, sealAccount } from './bank-account.ts'
import { replaceAccounts } from './bank-account-store.ts'
import { openPayout } from './open-payout.ts'
import type { Payout } from './payout.ts'
import { selectPayoutsOf } from './payout-store.ts'
import { creditTooSmall, noCredit } from './reasons.ts'

export interface CreditOrder {
  readonly caller: Caller
  readonly policyId: string
  /** Null for everything that can be paid out. */
  readonly amount: number | null
  /** For what no payment covers; null where it is not known yet. */
  readonly account: BankAccount | null
  readonly reason: string
}

/** How credit is paid out. */
export interface PaidOutCredit {
  readonly policy: Policy
  readonly amount: number
  readonly refunds: readonly Refund[]
  readonly payouts: readonly Payout[]
}

/**
 * A person orders that credit is paid out, also where a later period would use it up. What payments
 * cover goes back the way it came, newest payment first; the rest by bank.
 */
export async function payOutCredit(
  deps: OutcomeDeps & { readonly keyRing: KeyRing },
  order: CreditOrder,
  replay: ReplayWriter<PaidOutCredit> | null,
): Promise<PaidOutCredit> {
  const { db, clock } = deps
  const { id } = await findPolicy(db, order.caller, order.policyId, clock())
  return db.transactionOn(id, async (tx) => {
    await lockPolicies(tx, [id])
    const policy = await findPolicy(tx, order.caller, id, clock())
    const moment = await momentOfTransaction(tx, clock, policy)
    const paid = await divide(tx, policy, order.amount)
    const before = await orderedBefore(tx, policy, moment)
    const { refunds, payout } = await carryOut(deps, tx, policy, order, paid, moment)
    const payouts = (await selectPayoutsOf(tx, id)).filter(
      (one) => one.id === payout?.id || refunds.some((refund) => refund.id === one.refundId),
    )
    const { amount } = paid
    const { insurerId, livemode, currency } = policy
    const after = { amount, reason: order.reason, payout_id: payout?.id ?? null }
    await recordAudit(
      tx,
      order.caller,
      {
        action: 'credit.paid_out',
        accountId: insurerId,
        livemode,
        subjectId: id,
        before: null,
        after: { ...after, refunds: refunds.map((refund) => refund.id) },
      },
      moment,
    )
    const act = await actOf(tx, order, { ...paid, before }, currency)
    await passSecondPerson(tx, order.caller, { ...act, subjectId: id, sale: policy }, moment)
    const result = { policy, amount, refunds, payouts }
    await completeReservation(tx, replay, result)
    return result
  })
}

/** Orders of these days count together towards the limit above which a second person is needed. */
const countedDays = 30

/** What persons have ordered of the policy lately: an amount above the limit is not split into smaller ones. */
async function orderedBefore(tx: Transaction, { id }: Policy, { now }: Moment): Promise<number> {
  const since = now.subtract({ hours: 24 * countedDays })
  const isRecent = ({ createdAt }: { readonly createdAt: Temporal.Instant }) =>
    Temporal.Instant.compare(createdAt, since) >= 0
  const payments = await selectPaymentsOf(tx, id)
  const refunds = await selectRefundsOf(
    tx,
    payments.map((payment) => payment.id),
  )
  const payouts = await selectPayoutsOf(tx, id)
  return sumOf([
    ...refunds.filter((one) => isOrdered(one) && one.status !== 'failed' && isRecent(one)),
    ...payouts.filter((one) => one.refundId === null && one.state !== 'cancelled' && isRecent(one)),
  ])
}

const causeOf = (id: PayoutId) => `payout ${id}`
const isOrdered = ({ cause }: Refund) => cause.startsWith('payout ')

interface Divided {
  readonly amount: number
  readonly parts: readonly { readonly payment: Payment; readonly amount: number }[]
  readonly byBank: number
}

/** What goes back to payments, and what is left for the bank. */
async function divide(tx: Transaction, policy: Policy, wanted: number | null): Promise<Divided> {
  const { id } = policy
  const balances = await selectBalances(tx, id)
  if (balances === undefined || balances.credit === 0) throw noCredit(id)
  const payments = await selectPaymentsOf(tx, id)
  const made = payments.filter(({ status, onAccount }) => status === 'ok' && !onAccount)
  const refunds = await selectRefundsOf(
    tx,
    made.map((payment) => payment.id),
  )
  const credit = refundDue(balances.credit, refunds)
  const covered = spreadRefund(credit, made.toReversed(), refunds)
  const rest = credit - sumOf(covered)
  const isOwn = (payment: Payment | undefined) =>
    payment !== undefined && tillOf(payment) !== 'collected_elsewhere'
  const pending = refunds.filter(({ status }) => status === 'pending')
  const ofPayment = new Map(payments.map((payment) => [payment.id, payment]))
  const open = (await selectPayoutsOf(tx, id)).filter(
    ({ refundId, state }) => refundId === null && state !== 'done' && state !== 'cancelled',
  )
  const leaving = sumOf([
    ...pending.filter(({ paymentId }) => isOwn(ofPayment.get(paymentId))),
    ...covered.filter(({ payment }) => isOwn(payment)),
    ...open,
  ])
  const after = {
    ...balances,
    credit: rest,
    refundsPayable: balances.refundsPayable + sumOf(covered),
  }
  const payable = sumOf(covered) + payableByBank(after, leaving)
  if (payable === 0) throw noCredit(id)
  const amount = wanted ?? payable
  if (amount > payable) throw creditTooSmall(amount, payable)
  const parts = spreadRefund(amount, made.toReversed(), refunds)
  return { amount, parts, byBank: amount - sumOf(parts) }
}

async function carryOut(
  { keyRing }: { readonly keyRing: KeyRing },
  tx: Transaction,
  policy: Policy,
  { caller, account, reason }: CreditOrder,
  { parts, byBank }: Divided,
  moment: Moment,
): Promise<{ readonly refunds: readonly Refund[]; readonly payout: Payout | null }> {
  const { versionId: policyVersionId, currency } = policy
  const id = mintId('pyo', moment)
  const cause = causeOf(id)
  const { timeline } = await readBilled(tx, policy)
  const shared = { policyVersionId, cause, method: refundMethod(timeline), currency }
  for (const { payment, amount } of parts) {
    await requestRefund(tx, { ...shared, payment, amount }, moment)
  }
  const requested = await selectRefundsOf(
    tx,
    parts.map(({ payment }) => payment.id),
  )
  const refunds = requested.filter((refund) => refund.cause === cause)
  if (byBank === 0) return { refunds, payout: null }
  const sealed = account === null ? null : sealAccount(keyRing, id, account)
  if (sealed !== null) await replaceAccounts(tx, [sealed])
  const { id: policyId, insurerId, distributorId, productId, livemode } = policy
  const sale = { policyId, insurerId, distributorId, productId, livemode }
  const payout = await openPayout(
    tx,
    { ...sale, refundId: null, amount: byBank, currency, reason, dueDay: null },
    {
      id,
      accountOf: sealed?.owner ?? null,
      country: sealed?.country ?? null,
      last4: sealed?.last4 ?? null,
      // Whoever approves this call sees the amount and the account.
      releasedAt: sealed !== null && caller.secondPerson !== undefined ? moment.now : null,
    },
    moment,
  )
  const posted = { policy, refundId: id, attempt: 1, amount: byBank, till: 'bank' } as const
  await postRefund(tx, posted, moment.now)
  return { refunds, payout }
}

/** One second person sees the amount and the account: of two rules, that of the amount asks for them. */
async function actOf(
  tx: Transaction,
  { caller, account }: CreditOrder,
  { amount, byBank, before }: Divided & { readonly before: number },
  currency: string,
): Promise<Pick<Act, 'money'> & { readonly kind: 'payouts' | 'payout_accounts' }> {
  const alone = await readRefusalAlone(tx, caller)
  const ofAmount = { kind: 'payouts', money: { amount, currency, before } } as const
  const ofAccount = {
    kind: 'payout_accounts',
    money: { amount: byBank, currency, before },
  } as const
  const namesAccount = account !== null && byBank > 0
  const isAccountAlone = alone(ofAmount) === null && alone(ofAccount) !== null
  return namesAccount && isAccountAlone ? ofAccount : ofAmount
}

function sumOf(some: readonly { readonly amount: number }[]): number {
  return some.reduce((sum, { amount }) => sum + amount, 0)
}
