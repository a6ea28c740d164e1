import { type Lifetime, statusAt } from '../policies/index.ts'
import type { Payment } from './payment.ts'
import type { ChargeMade, ChargedBack, Decline, PaymentNews } from './provider.ts'

/** What follows from a provider's answer for a payment and its policy. */
export type Outcome =
  /** It was known before. */
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'wait'
      readonly reference: string | null
      readonly needsCustomer: boolean
      readonly isProcessing: boolean
    }
  /** The policy is issued; late, where the payment had failed before. */
  | { readonly kind: 'made'; readonly charge: ChargeMade; readonly isLate: boolean }
  | {
      readonly kind: 'failed'
      readonly errorCode: string
      readonly reason: string
      readonly decline?: Decline
    }
  /** Money came that cannot pay for the policy: it is given back, whole. */
  | {
      readonly kind: 'unapplied'
      readonly charge: ChargeMade
      readonly isLate: boolean
      readonly errorCode: string
      readonly reason: string
    }
  /** The payment was made and charged back: the amount is owed again. */
  | { readonly kind: 'charged_back'; readonly reason: string }
  /** Nobody here knows what the answer means: a person must look. */
  | { readonly kind: 'unclear'; readonly reference: string | null }
  /** The answer contradicts an earlier one: a person must decide. */
  | { readonly kind: 'contradicted' }

/** Whether an offer can be paid with this payment: with the one that was started, or one that failed. */
export function isOfferOpen(
  payment: Pick<Payment, 'status'>,
  policy: Lifetime,
  now: Temporal.Instant,
): boolean {
  return payment.status === 'pending'
    ? policy.status === 'accepted'
    : statusAt(policy, now) === 'ready'
}

/**
 * Decides by the current payment, and by whether its offer or invoice can still be paid, whatever was
 * known before.
 */
export function decideOutcome(payment: Payment, isOpen: boolean, answer: PaymentNews): Outcome {
  switch (payment.status) {
    case 'pending':
      if (answer.status === 'pending') {
        const { reference, needsCustomer = false, isProcessing = false } = answer
        return { kind: 'wait', reference, needsCustomer, isProcessing }
      }
      if (answer.status === 'failed') return { ...answer, kind: 'failed' }
      if (answer.status === 'unclear') return { kind: 'unclear', reference: answer.reference }
      if (answer.status === 'charged_back') return neverKept(answer)
      return decideMoney(payment, answer, { isOpen, isLate: false })
    case 'ok':
      if (answer.status === 'charged_back') return decideTakenBack(payment, answer)
      return answer.status === 'failed' ? contradicted(payment) : { kind: 'nothing' }
    case 'failed':
      // Money that was given back whole is gone twice then.
      if (answer.status === 'charged_back' && payment.unappliedAt !== null) {
        return contradicted(payment)
      }
      if (answer.status !== 'ok' || payment.unappliedAt !== null) return { kind: 'nothing' }
      // Either an old answer again, or the money has come back: a person must decide.
      if (payment.chargedBackAt !== null) return contradicted(payment)
      return decideMoney(payment, answer, { isOpen, isLate: true })
  }
}

function contradicted({ doubt }: Payment): Outcome {
  return doubt === 'contradicted' ? { kind: 'nothing' } : { kind: 'contradicted' }
}

/** The provider never reported that the money had arrived. */
function neverKept({ reason }: ChargedBack): Outcome {
  return { kind: 'failed', errorCode: 'charged_back', reason, decline: 'hard' }
}

/** A part of a payment cannot be owed again: that takes a person. */
function decideTakenBack(payment: Payment, { reason, taken }: ChargedBack): Outcome {
  const { amount, currency } = taken ?? payment
  const isWhole = amount === payment.amount && currency === payment.currency
  return isWhole ? { kind: 'charged_back', reason } : contradicted(payment)
}

/** Money pays for the offer it was asked for, as long as that can be sold, with the very amount. */
function decideMoney(
  payment: Payment,
  charge: ChargeMade,
  { isOpen, isLate }: { readonly isOpen: boolean; readonly isLate: boolean },
): Outcome {
  const { amount, currency } = charge.taken ?? payment
  if (amount !== payment.amount || currency !== payment.currency) {
    const reason = `The provider took ${amount} ${currency} instead of ${payment.amount} ${payment.currency}.`
    return { kind: 'unapplied', charge, isLate, errorCode: 'wrong_amount', reason }
  }
  if (isOpen) return { kind: 'made', charge, isLate }
  const reason = 'The money arrived when the offer or invoice could no longer be paid.'
  return { kind: 'unapplied', charge, isLate, errorCode: 'too_late', reason }
}
