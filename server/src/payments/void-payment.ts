import type { Caller } from '../identity/index.ts'
import { askProvider } from './ask-provider.ts'
import { findByToken } from './find-payment.ts'
import type { Payment } from './payment.ts'
import type { ProviderAnswer } from './provider.ts'
import { paymentNotFound } from './reasons.ts'
import { recordOutcome } from './record-outcome.ts'
import type { SettleDeps } from './settle-payment.ts'

/**
 * Gives up a payment that waits for its provider, so that another way to pay can be chosen. Only the
 * provider can say that it will never be made: where it was made, it was, and where there is no answer
 * it stays pending. Never are there two.
 */
export async function voidPayment(
  deps: SettleDeps,
  request: { readonly caller: Caller; readonly paymentId: string; readonly token: string },
): Promise<Payment> {
  const payment = await findByToken(deps, request)
  if (payment === undefined) throw paymentNotFound(request.paymentId)
  return giveUpPayment(deps, payment)
}

/**
 * Whether the customer may give it up. What a mandate collects nobody waits for, and it is not theirs to
 * end; what was accepted cannot be stopped.
 */
export function isVoidable({ status, mandateId, processingSince }: Payment): boolean {
  return status === 'pending' && mandateId === null && processingSince === null
}

/** The same for a payment that is known to be the customer's. */
export async function giveUpPayment(deps: SettleDeps, payment: Payment): Promise<Payment> {
  if (!isVoidable(payment)) return payment
  const voided = await askProvider(deps, payment.provider, (provider, signal) =>
    provider.void(payment, signal),
  )
  if (voided === null) return payment
  return recordOutcome(deps, payment, voided.status === 'voided' ? givenUp : voided)
}

const givenUp: ProviderAnswer = {
  status: 'failed',
  errorCode: 'given_up',
  reason: 'The customer chose another way to pay.',
}
