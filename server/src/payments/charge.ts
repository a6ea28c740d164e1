import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '../database/index.ts'
import { askProvider } from './ask-provider.ts'
import type { Payment } from './payment.ts'
import type { PaymentProvider, ProviderAnswer, Unclear } from './provider.ts'
import { type ReportedOutcome, recordOutcome } from './record-outcome.ts'
import type { SettleDeps } from './settle-payment.ts'

/** How often storing a provider's answer is tried before it is left to the settling job. */
const recordTriesMax = 4
const recordAgainAfterMs = 50

/** Has a payment that was reserved made, and writes down how it ended, as far as that is known. */
export async function charge(
  deps: SettleDeps,
  payment: Payment,
  ask: (provider: PaymentProvider, signal: AbortSignal) => Promise<ProviderAnswer | Unclear>,
  /** How it is written down: at once and alone, unless something else is said. */
  record: (reported: ReportedOutcome) => Promise<Payment> = ({ answer }) =>
    recordOutcome(deps, payment, answer),
): Promise<Payment> {
  const answer = await askProvider(deps, payment.provider, ask)
  if (answer === null) return payment
  for (let tried = 1; ; tried++) {
    try {
      return await record({ payment, answer })
    } catch (error) {
      deps.onDoubt(error)
      // The money may have moved, so this is no failure: the payment stays pending until that is known.
      if (tried === recordTriesMax || !isDatabaseAway(error)) return payment
      await sleep(recordAgainAfterMs * 2 ** tried)
    }
  }
}
