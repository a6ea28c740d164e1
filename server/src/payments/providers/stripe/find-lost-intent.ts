import type { Stripe } from 'stripe'
import { realTimeOf } from '../../../kernel/index.ts'
import type { Payment } from '../../payment.ts'
import { expand } from './read-intent.ts'
import { toStripe } from './stripe-amount.ts'
import type { StripeAccount } from './stripe-client.ts'

/** Whether an intent is in the books. */
export type IsRecorded = (intent: Stripe.PaymentIntent) => Promise<boolean>

/** A backup is restored within so many days; a customer has fewer intents in that time than one page. */
const lookBackSeconds = 30 * 86_400
const intentsMax = 100

/**
 * The intent of an instalment that was taken already, by a payment that nobody here knows: the database
 * was restored since. Taken again, the customer would have paid twice.
 */
export async function findLostIntent(
  { api }: StripeAccount,
  { id, policyId, amount, currency }: Payment,
  customer: string,
  isRecorded: IsRecorded,
): Promise<Stripe.PaymentIntent | null> {
  const gte = Math.floor(realTimeOf(id).epochMilliseconds / 1000) - lookBackSeconds
  const { data } = await api.paymentIntents.list({
    customer,
    created: { gte },
    limit: intentsMax,
    expand: expand.map((name) => `data.${name}`),
  })
  for (const intent of data) {
    const { bindery_policy: of } = intent.metadata
    const isTaken = intent.status === 'succeeded' || intent.status === 'processing'
    const isSame =
      of === policyId &&
      intent.amount === toStripe(amount, currency) &&
      intent.currency === currency
    if (isTaken && isSame && !(await isRecorded(intent))) return intent
  }
  return null
}
