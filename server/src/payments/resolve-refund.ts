import type { Moment, Refusal, RefundId } from '../kernel/index.ts'
import { passSecondPerson } from '../approvals/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import { momentOfPolicy } from '../policies/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { postMadeRefund, postRefund, postRefundByHand, selectBalances } from '../ledger/index.ts'
import { postRefundMove } from './post-refund.ts'
import { onRefund } from './on-payment.ts'
import { refundJobKey } from './request-refund.ts'
import { type Payment, type Refund, unapplied } from './payment.ts'
import { payOutRefund } from './payouts/open-payout.ts'
import { refundEvent } from './payment-event.ts'
import type { OutcomeDeps } from './record-outcome.ts'
import { selectPayment } from './payment-store.ts'
import {
  selectRefund,
  updateRefundHandedOver,
  updateRefundMade,
  updateRefundRetried,
} from './refund-store.ts'
import { refundMayBeMade, refundNotFound, refundNotInDoubt, refundNotOwed } from './reasons.ts'

export interface RefundResolution {
  readonly caller: Caller
  readonly refundId: RefundId
  /** The money was given back in another way, the provider is to try once more, or the bank is to pay. */
  readonly outcome: 'ok' | 'retry' | 'payout'
  /** How it was given back, or why it will work now, for the audit log. */
  readonly note: string
}

/** A person resolves a refund that failed, or that its provider does not confirm. */
export async function resolveRefund(
  deps: OutcomeDeps,
  resolution: RefundResolution,
  replay: ReplayWriter<Refund> | null,
): Promise<Refund> {
  const seen = await selectRefund(deps.db, resolution.refundId)
  const payment = seen && (await selectPayment(deps.db, seen.paymentId))
  if (seen === undefined || seenBy(resolution.caller, payment) === undefined) {
    throw refundNotFound(resolution.refundId)
  }
  return onRefund(deps.db, seen.id, async (tx, refund) => {
    assertResolvable(refund, resolution.outcome)
    const resolve = resolutions[resolution.outcome]
    const moment = await momentOfPolicy(tx, deps.clock, refund.policyId)
    await resolve(deps, tx, refund, moment)
    const resolved = (await selectRefund(tx, refund.id)) ?? refund
    await recordAudit(
      tx,
      resolution.caller,
      {
        action: 'refund.resolved',
        accountId: refund.insurerId,
        livemode: refund.livemode,
        subjectId: refund.id,
        before: { status: refund.status, doubt: refund.doubt, attempt: refund.attempt },
        after: { status: resolved.status, attempt: resolved.attempt, note: resolution.note },
      },
      moment,
    )
    const { id: subjectId, amount, currency } = refund
    const act = { kind: 'refunds', subjectId, money: { amount, currency } } as const
    await passSecondPerson(tx, resolution.caller, { ...act, sale: payment ?? null }, moment)
    await completeReservation(tx, replay, resolved)
    return resolved
  })
}

/** A refund that the provider may still be making is not requested a second time. */
function assertResolvable(refund: Refund, outcome: RefundResolution['outcome']): void {
  const refusal = refusalOfResolvingRefund(refund)
  if (refusal !== null) throw refusal
  if (outcome !== 'ok' && refund.status === 'pending') {
    throw refundMayBeMade(refund.id)
  }
}

/** Why nobody decides about a refund now; null if somebody can. */
export function refusalOfResolvingRefund({ id, doubt, status }: Refund): Refusal | null {
  return doubt === null ? refundNotInDoubt(id, status) : null
}

async function settleByHand(
  deps: OutcomeDeps,
  tx: Transaction,
  refund: Refund,
  moment: Moment,
): Promise<void> {
  const { now } = moment
  // One that failed has returned to the credit; any other is still to be paid out.
  const post = refund.status === 'failed' ? postRefundByHand : postMadeRefund
  await postRefundMove(deps, tx, refund, post)
  await updateRefundMade(tx, refund.id, { reference: null, reason: 'Refunded by hand.' }, now)
  await recordEvents(tx, [refundEvent('refund.ok', refund, { by_hand: true })], moment)
}

/** Money that was never applied is in no ledger, and always owed. */
async function assertOwed(tx: Transaction, { id, cause, policyId, amount }: Refund): Promise<void> {
  if (cause === unapplied) return
  const balances = await selectBalances(tx, policyId)
  if (balances === undefined || balances.credit < amount) throw refundNotOwed(id)
}

/** As another attempt, which leaves the credit again. */
async function retry(
  deps: OutcomeDeps,
  tx: Transaction,
  refund: Refund,
  moment: Moment,
): Promise<void> {
  const payment = await beginAgain(deps, tx, refund, moment)
  if (payment.receivedOn !== null) return payOut(tx, refund, payment, moment)
  const payload = { refundId: refund.id, policyId: refund.policyId }
  await enqueue(tx, 'settle_refund', payload, { key: refundJobKey(refund) })
}

async function beginPayout(
  deps: OutcomeDeps,
  tx: Transaction,
  refund: Refund,
  moment: Moment,
): Promise<void> {
  return payOut(tx, refund, await beginAgain(deps, tx, refund, moment), moment)
}

const resolutions = { ok: settleByHand, retry, payout: beginPayout } as const

/** By a person, through the bank: no provider is asked about it any more. */
async function payOut(
  tx: Transaction,
  refund: Refund,
  payment: Payment,
  moment: Moment,
): Promise<void> {
  await updateRefundHandedOver(tx, refund.id)
  await payOutRefund(tx, { refund, payment }, moment)
}

async function beginAgain(
  deps: OutcomeDeps,
  tx: Transaction,
  refund: Refund,
  moment: Moment,
): Promise<Payment> {
  const attempt = refund.attempt + 1
  await assertOwed(tx, refund)
  const payment = await selectPayment(tx, refund.paymentId)
  if (payment === undefined) throw new Error(`refund ${refund.id} is of no payment`)
  await updateRefundRetried(tx, refund.id, moment)
  await postRefundMove(deps, tx, { ...refund, attempt }, postRefund)
  const data = { attempt }
  await recordEvents(tx, [refundEvent('refund.retried', refund, data)], moment)
  return payment
}
