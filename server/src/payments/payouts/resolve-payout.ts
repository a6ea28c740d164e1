import { type Moment, todayIn } from '../../kernel/index.ts'
import { readRefusalAlone } from '../../approvals/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Transaction } from '../../database/index.ts'
import { recordEvents } from '../../events/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import { postFailedRefund, postMadeRefund, postReturnedRefund } from '../../ledger/index.ts'
import { type Policy, selectPolicy } from '../../policies/index.ts'
import { type Refund, unapplied } from '../payment.ts'
import { refundEvent } from '../payment-event.ts'
import { settledByCredit } from '../post-refund.ts'
import type { OutcomeDeps } from '../record-outcome.ts'
import {
  selectRefund,
  updateRefundFailed,
  updateRefundMade,
  updateRefundReturned,
} from '../refund-store.ts'
import { deleteAccount } from './bank-account-store.ts'
import { onPayout } from './find-payout.ts'
import { type Payout, type PayoutOutcome, refusalOfOutcome } from './payout.ts'
import { payoutEvent } from './payout-event.ts'
import { lockPayout, updatePayout } from './payout-store.ts'
import { paidInFuture, payoutNotReleased } from './reasons.ts'

export interface PayoutResolution {
  readonly caller: Caller
  readonly payoutId: string
  readonly outcome: PayoutOutcome
  /** The day on which the bank paid it; null for today. */
  readonly paidOn: Temporal.PlainDate | null
  /** Why it failed, came back or is not paid out. */
  readonly note: string | null
  /** Whether one that failed or came back is tried again with the same account. */
  readonly keepsAccount: boolean
}

/** A payout with all that changes with it, under the lock of its policy. */
interface HeldPayout {
  readonly payout: Payout
  readonly policy: Policy
  /** Null where it pays out credit. */
  readonly refund: Refund | null
  readonly moment: Moment
}

/** A person says what became of a payout. */
export async function resolvePayout(
  deps: OutcomeDeps,
  resolution: PayoutResolution,
  replay: ReplayWriter<Payout> | null,
): Promise<Payout> {
  const { caller, outcome, note } = resolution
  return onPayout(deps, resolution, async (tx, payout, moment) => {
    const refusal = refusalOfOutcome(payout, outcome)
    if (refusal !== null) throw refusal
    if (outcome === 'done') await assertReleased(tx, caller, payout)
    const held = await hold(tx, payout, moment)
    await carryOut[outcome](tx, held, resolution)
    const resolved = (await lockPayout(tx, payout.id)) ?? payout
    await recordAudit(
      tx,
      caller,
      {
        action: 'payout.resolved',
        accountId: payout.insurerId,
        livemode: payout.livemode,
        subjectId: payout.id,
        before: { state: payout.state },
        after: { state: resolved.state, outcome, note },
      },
      moment,
    )
    await completeReservation(tx, replay, resolved)
    return resolved
  })
}

/** Money that was paid past the export needs its second person all the same. */
async function assertReleased(
  tx: Transaction,
  caller: Caller,
  { id, state, releasedAt, amount, currency }: Payout,
): Promise<void> {
  if (state === 'exported' || releasedAt !== null) return
  const alone = await readRefusalAlone(tx, caller)
  if (alone({ kind: 'payouts', money: { amount, currency } }) !== null) throw payoutNotReleased(id)
}

async function hold(tx: Transaction, payout: Payout, moment: Moment): Promise<HeldPayout> {
  const { id, policyId, refundId } = payout
  const policy = await selectPolicy(tx, policyId)
  const refund = refundId === null ? null : await selectRefund(tx, refundId)
  if (policy === undefined || refund === undefined) throw new Error(`payout ${id} is of nothing`)
  return { payout, policy, refund, moment }
}

const carryOut: Readonly<
  Record<
    PayoutOutcome,
    (tx: Transaction, held: HeldPayout, resolution: PayoutResolution) => Promise<void>
  >
> = { done, failed, returned, cancelled }

/** The money has left the bank. */
async function done(
  tx: Transaction,
  held: HeldPayout,
  resolution: PayoutResolution,
): Promise<void> {
  const { payout, policy, refund, moment } = held
  const { now } = moment
  const today = todayIn(policy.timeZone, now)
  const paidOn = resolution.paidOn ?? today
  if (Temporal.PlainDate.compare(paidOn, today) > 0) throw paidInFuture(today)
  await post(tx, held, postMadeRefund, paidOn)
  const cleared = { problem: null, note: resolution.note }
  await updatePayout(tx, payout, { ...payout, ...cleared, state: 'done', paidOn, endedAt: now })
  if (refund !== null) {
    await updateRefundMade(tx, refund.id, { reference: null, reason: null }, now)
    await recordEvents(tx, [refundEvent('refund.ok', refund)], moment)
  }
  const data = { paid_on: paidOn.toString() }
  await recordEvents(tx, [payoutEvent('payout.done', payout, data)], moment)
}

/** The bank has not carried it out: no money has moved. */
async function failed(
  tx: Transaction,
  { payout, moment }: HeldPayout,
  resolution: PayoutResolution,
): Promise<void> {
  if (!resolution.keepsAccount) await deleteAccount(tx, payout.id)
  await updatePayout(tx, payout, { ...payout, ...openAgain(payout, 'failed', resolution) })
  const data = { keeps_account: resolution.keepsAccount }
  await recordEvents(tx, [payoutEvent('payout.failed', payout, data)], moment)
}

/** The bank has sent the money back: it is owed as before, and never becomes credit by itself. */
async function returned(
  tx: Transaction,
  held: HeldPayout,
  resolution: PayoutResolution,
): Promise<void> {
  const { payout, refund, moment } = held
  await post(tx, held, postReturnedRefund)
  const again = openAgain(payout, 'returned', resolution)
  if (!resolution.keepsAccount) await deleteAccount(tx, payout.id)
  const attempt = payout.attempt + 1
  await updatePayout(tx, payout, { ...payout, ...again, attempt, paidOn: null, endedAt: null })
  const data = { keeps_account: resolution.keepsAccount }
  await recordEvents(tx, [payoutEvent('payout.returned', payout, data)], moment)
  if (refund === null) return
  await updateRefundReturned(tx, refund.id, moment.now)
  const retried = { attempt: refund.attempt + 1 }
  await recordEvents(tx, [refundEvent('refund.retried', refund, retried)], moment)
}

/** It is a task again, for the same account or for another one. */
function openAgain(
  { accountOf, releasedAt }: Payout,
  problem: 'failed' | 'returned',
  { keepsAccount, note }: PayoutResolution,
) {
  const same = { state: 'pending', accountOf, releasedAt } as const
  const another = { state: 'needs_account', accountOf: null, releasedAt: null } as const
  return { ...(keepsAccount ? same : another), problem, note, batchId: null }
}

/** It is not paid out: credit again; of a refund, as one that failed, which waits for a person. */
async function cancelled(
  tx: Transaction,
  held: HeldPayout,
  { note }: PayoutResolution,
): Promise<void> {
  const { payout, refund, moment } = held
  const { now } = moment
  await updatePayout(tx, payout, { ...payout, state: 'cancelled', note, endedAt: now })
  if (refund !== null) {
    await updateRefundFailed(tx, refund.id, note ?? '', now)
    const data = { error_code: 'payout_cancelled' }
    await recordEvents(tx, [refundEvent('refund.failed', refund, data)], moment)
  }
  await post(tx, held, postFailedRefund)
  await recordEvents(tx, [payoutEvent('payout.cancelled', payout)], moment)
}

/** Money that was never applied is in no ledger. */
async function post(
  tx: Transaction,
  { payout, policy, refund, moment }: HeldPayout,
  posted: typeof postMadeRefund,
  valueDay: Temporal.PlainDate | null = null,
): Promise<void> {
  if (refund?.cause === unapplied) return
  const { amount } = payout
  const { id: refundId, attempt } = refund ?? payout
  const entry = { policy, refundId, attempt, amount, till: 'bank', valueDay } as const
  await settledByCredit(tx, policy, await posted(tx, entry, moment.now), moment)
}
