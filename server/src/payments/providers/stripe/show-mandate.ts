import type { Stripe } from 'stripe'
import type { PaymentNews, SetupAnswer } from '../../provider.ts'
import { idOf } from './read-intent.ts'
import type { StripeAccount } from './stripe-client.ts'

/** The answer about a payment, with what the customer's bank shows of a mandate that it gave. */
export async function withMandateShown(
  account: StripeAccount,
  intent: Stripe.PaymentIntent,
  news: PaymentNews,
): Promise<PaymentNews> {
  if (!('mandate' in news) || news.mandate === undefined) return news
  const { latest_charge: charge } = intent
  const details = typeof charge === 'string' ? null : charge?.payment_method_details
  const mandateId = details?.sepa_debit?.mandate ?? null
  return { ...news, mandate: { ...news.mandate, ...(await shownBy(account, mandateId)) } }
}

/** The same of a mandate that is given without a payment. */
export async function withSetupShown(
  account: StripeAccount,
  setup: Stripe.SetupIntent,
  answer: SetupAnswer,
): Promise<SetupAnswer> {
  const isDebit = setup.allowed_payment_method_types?.includes('sepa_debit') === true
  if (answer.status !== 'ok' || !isDebit) return answer
  const shown = await shownBy(account, idOf(setup.mandate))
  return { ...answer, mandate: { ...answer.mandate, ...shown } }
}

async function shownBy({ api }: StripeAccount, mandateId: string | null) {
  if (mandateId === null) return {}
  const [mandate, account] = [
    await api.mandates.retrieve(mandateId),
    await api.accounts.retrieveCurrent(),
  ]
  const reference = mandate.payment_method_details.sepa_debit?.reference
  const creditorId = account.settings?.sepa_debit_payments?.creditor_id
  return {
    ...(reference !== undefined && { shownReference: reference }),
    ...(creditorId !== undefined && { creditorId }),
  }
}
