import type { Payment } from './payment.ts'
import { selectPayment } from './payment-store.ts'
import type { CustomerReply } from './provider.ts'
import { isPaymentId } from './find-payment.ts'
import { recordOutcome } from './record-outcome.ts'
import type { SettleDeps } from './settle-payment.ts'

/** A payment that waits for its customer, for the page on which it is confirmed; null where there is none. */
export async function findWaiting(
  { db, providers }: Pick<SettleDeps, 'db' | 'providers'>,
  paymentId: string,
  token: string,
): Promise<Payment | null> {
  const payment = isPaymentId(paymentId) ? await selectPayment(db, paymentId) : undefined
  if (payment === undefined) return null
  const provider = providers.get(payment.provider)
  const isShown =
    (provider?.customerAnswers?.(payment, { token, isConfirmed: true }) ?? null) !== null
  return isShown ? payment : null
}

/** The customer's answer becomes the provider's answer, and is stored like any other of its answers. */
export async function customerAnswers(
  deps: Pick<SettleDeps, 'db' | 'clock' | 'catalogue' | 'keyRing' | 'providers'>,
  payment: Payment,
  reply: CustomerReply,
): Promise<Payment> {
  const answer = deps.providers.get(payment.provider)?.customerAnswers?.(payment, reply) ?? null
  // Said again, or after it was given up, it changes nothing.
  if (answer === null || payment.status !== 'pending') return payment
  return recordOutcome(deps, payment, answer)
}
