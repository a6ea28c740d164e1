import type { PaymentId, Refusal } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import { selectPolicy } from '../policies/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { decideOutcome } from './decide-outcome.ts'
import { onPayment } from './on-payment.ts'
import type { Payment } from './payment.ts'
import { paymentEvent } from './payment-event.ts'
import { selectPayment, updatePaymentDoubt } from './payment-store.ts'
import type { PaymentNews } from './provider.ts'
import { type OutcomeDeps, carryOut, isOpen, readPaidFor } from './record-outcome.ts'
import { paymentNotFound, paymentNotInDoubt, paymentTakenBack } from './reasons.ts'

export interface PaymentResolution {
  readonly caller: Caller
  readonly paymentId: PaymentId
  /** What the person has found out: the money is there, or it never came. */
  readonly outcome: 'ok' | 'failed'
  /** How it was found out, for the audit log. */
  readonly note: string
}

/** Records how a payment in doubt ended, as a person found out where no provider could answer. */
export async function resolvePayment(
  deps: OutcomeDeps,
  resolution: PaymentResolution,
  replay: ReplayWriter<Payment> | null,
): Promise<Payment> {
  const seen = seenBy(resolution.caller, await selectPayment(deps.db, resolution.paymentId))
  if (seen === undefined) throw paymentNotFound(resolution.paymentId)
  return onPayment(deps.db, seen, async (tx, payment) => {
    assertResolvable(payment, resolution.outcome)
    const policy = await selectPolicy(tx, payment.policyId)
    if (policy === undefined) throw new Error(`there is no policy ${payment.policyId}`)
    const moment = await momentOf(tx, deps.clock, policy)
    const { now } = moment
    await updatePaymentDoubt(tx, payment.id, null, now)
    const paidFor = await readPaidFor(tx, payment)
    const isPayable = await isOpen(tx, { payment, policy, ...paidFor }, now)
    const decision = decideOutcome(
      { ...payment, doubt: null },
      isPayable,
      answerOf(resolution, payment),
    )
    await carryOut(deps, tx, { payment, policy, ...paidFor }, decision, moment)
    const resolved = (await selectPayment(tx, payment.id)) ?? payment
    const { outcome } = resolution
    await recordEvents(tx, [paymentEvent('payment.resolved', payment, { outcome })], moment)
    await recordAudit(
      tx,
      resolution.caller,
      {
        action: 'payment.resolved',
        accountId: payment.insurerId,
        livemode: payment.livemode,
        subjectId: payment.id,
        before: { status: payment.status, doubt: payment.doubt },
        after: { status: resolved.status, doubt: null, note: resolution.note },
      },
      moment,
    )
    await completeReservation(tx, replay, resolved)
    return resolved
  })
}

function assertResolvable(payment: Payment, outcome: PaymentResolution['outcome']): void {
  const refusal = refusalOfResolvingPayment(payment)
  if (refusal !== null) throw refusal
  if (payment.chargedBackAt !== null && outcome === 'ok') {
    throw paymentTakenBack(payment.id)
  }
}

/** Why nobody decides about a payment now; null if somebody can. */
export function refusalOfResolvingPayment({ id, doubt, status }: Payment): Refusal | null {
  return doubt === null ? paymentNotInDoubt(id, status) : null
}

/** One that was made and has failed for all that was taken back. */
function answerOf({ outcome }: PaymentResolution, { status }: Payment): PaymentNews {
  if (outcome === 'ok') return { status: 'ok', chargeId: null, reference: null }
  if (status === 'ok') {
    return {
      status: 'charged_back',
      reason: 'A person recorded that the payment was charged back.',
    }
  }
  return {
    status: 'failed',
    errorCode: 'not_confirmed',
    reason: 'A person recorded that the payment was never made.',
  }
}
