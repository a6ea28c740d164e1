import { type PaymentId, isId } from '../kernel/index.ts'
import { selectSetup } from './mandate-setup-store.ts'
import { selectPayment } from './payment-store.ts'
import type { CallbackHeaders } from './provider.ts'
import { recordOutcome } from './record-outcome.ts'
import { recordSetup } from './record-setup.ts'
import type { SettleDeps } from './settle-payment.ts'
import { noCallbacks, paymentNotFound, unsignedCallback } from './reasons.ts'

/**
 * Handles a provider's callback. It counts only if its signature is valid; then it is stored, however
 * late it comes and whatever was reported before.
 */
export async function receiveCallback(
  deps: Pick<SettleDeps, 'db' | 'clock' | 'catalogue' | 'keyRing' | 'providers'>,
  call: { readonly provider: string; readonly headers: CallbackHeaders; readonly rawBody: string },
): Promise<void> {
  const provider = deps.providers.get(call.provider)
  if (provider?.readCallback === undefined) {
    throw noCallbacks(call.provider)
  }
  const callback = provider.readCallback(call.headers, call.rawBody, deps.clock())
  if (callback === null) {
    throw unsignedCallback()
  }
  if ('setupId' in callback) {
    const { setupId } = callback
    const setup = isId('mns', setupId) ? await selectSetup(deps.db, setupId) : undefined
    if (setup === undefined || setup.provider !== provider.name) throw paymentNotFound(setupId)
    await recordSetup(deps, setup, callback.answerFor(setup))
    return
  }
  const payment = await selectPayment(deps.db, callback.paymentId as PaymentId) // Only looked up.
  if (payment === undefined || payment.provider !== provider.name) {
    throw paymentNotFound(callback.paymentId)
  }
  await recordOutcome(deps, payment, callback.answerFor(payment))
}
