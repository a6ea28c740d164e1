import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '../database/index.ts'
import { askProvider } from './ask-provider.ts'
import type { Payment } from './payment.ts'
import type { PaymentProvider, ProviderAnswer } from './provider.ts'
import { type Commit, recordOutcome } from './record-outcome.ts'
import type { SettleDeps } from './settle-payment.ts'

/** How often we try to write down what a provider said, before we leave it to what settles it. */
const recordTriesMax = 4
const recordAgainAfterMs = 50

/** Has a payment that was reserved made, and writes down how it ended, as far as that is known. */
export async function charge(
  deps: SettleDeps,
  payment: Payment,
  ask: (provider: PaymentProvider, signal: AbortSignal) => Promise<ProviderAnswer>,
  commit?: Commit,
): Promise<Payment> {
  const answer = await askProvider(deps, payment.provider, ask)
  if (answer === null) return payment
  for (let tried = 1; ; tried++) {
    try {
      return await recordOutcome(deps, payment, answer, commit)
    } catch (error) {
      deps.onDoubt(error)
      // The money may have moved, so this is no failure: it is pending until somebody has found out.
      if (tried === recordTriesMax || !isDatabaseAway(error)) return payment
      await sleep(recordAgainAfterMs * 2 ** tried)
    }
  }
}
