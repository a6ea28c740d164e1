import { isId } from '../kernel/index.ts'
import type { MandateSetup } from './mandate-setup.ts'
import { selectSetup } from './mandate-setup-store.ts'
import type { Payment } from './payment.ts'
import { selectPayment } from './payment-store.ts'
import type { CustomerReply } from './provider.ts'
import { isPaymentId } from './find-payment.ts'
import { recordOutcome } from './record-outcome.ts'
import { recordSetup } from './record-setup.ts'
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

/** The same for a mandate that is set up. */
export async function findWaitingSetup(
  { db, providers }: Pick<SettleDeps, 'db' | 'providers'>,
  setupId: string,
  token: string,
): Promise<MandateSetup | null> {
  const setup = isId('mns', setupId) ? await selectSetup(db, setupId) : undefined
  if (setup === undefined) return null
  const { setups } = providers.get(setup.provider) ?? {}
  const isShown = (setups?.customerAnswers?.(setup, { token, isConfirmed: true }) ?? null) !== null
  return isShown ? setup : null
}

/** As for a payment; a confirmation counts although the setup has failed meanwhile. */
export async function customerAnswersSetup(
  deps: Pick<SettleDeps, 'db' | 'clock' | 'catalogue' | 'keyRing' | 'providers'>,
  setup: MandateSetup,
  reply: CustomerReply,
): Promise<MandateSetup> {
  const { setups } = deps.providers.get(setup.provider) ?? {}
  const answer = setups?.customerAnswers?.(setup, reply) ?? null
  return answer === null ? setup : recordSetup(deps, setup, answer)
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
