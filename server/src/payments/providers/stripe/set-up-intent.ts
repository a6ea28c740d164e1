import type { Stripe } from 'stripe'
import type { MandateSetup } from '../../mandate-setup.ts'
import type { SetupAnswer } from '../../provider.ts'
import { findByMetadata } from './find-by-metadata.ts'
import { withSetupShown } from './show-mandate.ts'
import { mandateOptions } from './charge-intent.ts'
import { readSetup } from './read-intent.ts'
import type { StripeAccount } from './stripe-client.ts'
import { refusalOf, unhurried } from './stripe-errors.ts'

/** Begins to set up a mandate, which the customer confirms in the form of Stripe. */
export async function beginSetup(
  { api, credentials }: StripeAccount,
  setup: MandateSetup,
  signal: AbortSignal,
): Promise<SetupAnswer> {
  try {
    const customer = await unhurried(signal, () =>
      api.customers.create(
        { metadata: { bindery_policy: setup.policyId } },
        { idempotencyKey: `${setup.id}-customer` },
      ),
    )
    const intent = await unhurried(signal, () =>
      api.setupIntents.create(
        {
          customer: customer.id,
          usage: 'off_session',
          allowed_payment_method_types: [setup.method],
          metadata: { bindery_setup: setup.id, bindery_policy: setup.policyId },
          ...(setup.method === 'sepa_debit' && {
            payment_method_options: mandateOptions(credentials),
          }),
        },
        { idempotencyKey: setup.id },
      ),
    )
    return readSetup(intent)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    return { status: 'failed', errorCode: refusal.code, reason: refusal.reason }
  }
}

export async function setupIntentOf(
  { api }: StripeAccount,
  { id, reference }: MandateSetup,
): Promise<Stripe.SetupIntent | null> {
  if (reference !== null)
    return api.setupIntents.retrieve(reference, { expand: ['payment_method'] })
  return findByMetadata(id, 'bindery_setup', (created) =>
    api.setupIntents.list({ created, limit: 100, expand: ['data.payment_method'] }),
  )
}

export async function findSetup(account: StripeAccount, setup: MandateSetup): Promise<SetupAnswer> {
  const intent = await setupIntentOf(account, setup)
  if (intent !== null) return withSetupShown(account, intent, readSetup(intent))
  return {
    status: 'failed',
    errorCode: 'unknown_mandate',
    reason: 'Stripe knows no such setup.',
  }
}
