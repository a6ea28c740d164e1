import type { PolicyId } from '../../../kernel/index.ts'
import { selectPolicy } from '../../../policies/index.ts'
import type { CredentialOwner } from '../../credentials/credentials.ts'
import type { NextAction, PaymentProvider } from '../../provider.ts'
import { providerNotSetUp } from '../../reasons.ts'
import { chargeIntent, collectIntent } from './charge-intent.ts'
import { checkAccount, stripeFields } from './check-account.ts'
import { findPaymentNews, intentOf, voidIntent } from './find-intent.ts'
import { hintOf, modeOfEvent, stripeEvents, verifiedEvent } from './read-webhook.ts'
import { findRefund, refundIntent } from './refund-intent.ts'
import { beginSetup, findSetup, setupIntentOf } from './set-up-intent.ts'
import { type StripeAccount, type StripeDeps, findAccount, openAccount } from './stripe-client.ts'

/** Cards, and what Stripe offers as such, by the official package. */
export function stripe(deps: StripeDeps & { readonly publicUrl: string }): PaymentProvider {
  const of = (owner: CredentialOwner) => openAccount(deps, owner)
  const ofPolicy = async (policyId: PolicyId) => {
    const policy = await selectPolicy(deps.db, policyId)
    if (policy === undefined) throw new Error(`there is no policy ${policyId}`)
    return of(policy)
  }
  return {
    name: 'stripe',
    testModeOnly: false,
    settlesAtOnce: false,
    charge: async (payment, request, signal) =>
      chargeIntent(await of(payment), payment, request, deps.publicUrl, signal),
    collect: async (payment, { reference }, signal) =>
      collectIntent(await of(payment), payment, reference, signal),
    find: async (payment) => findPaymentNews(await of(payment), payment),
    void: async (payment) => voidIntent(await of(payment), payment),
    refund: async (refund, payment, signal) =>
      refundIntent(await of(payment), refund, payment, signal),
    findRefund: async (refund, payment) =>
      findRefund(await of(payment), refund, payment, deps.clock()),
    nextAction: async (payment) => {
      const account = await of(payment)
      return actionOf(account, await intentOf(account, payment))
    },
    setups: {
      begin: async (setup, signal) => beginSetup(await ofPolicy(setup.policyId), setup, signal),
      find: async (setup) => findSetup(await ofPolicy(setup.policyId), setup),
      nextAction: async (setup) => {
        const account = await ofPolicy(setup.policyId)
        return actionOf(account, await setupIntentOf(account, setup))
      },
    },
    credentials: {
      fields: stripeFields,
      check: async (owner) => checkAccount(await of(owner)),
      refusalOf: async (owner) =>
        (await findAccount(deps, owner)) === null ? providerNotSetUp('stripe') : null,
    },
    hints: {
      read: async (call, insurerId) => {
        const livemode = modeOfEvent(call.rawBody)
        const account = await findAccount(deps, { insurerId, livemode })
        const event = account === null ? null : verifiedEvent(account, call, deps.clock())
        return event === null ? null : { ...hintOf(event), livemode }
      },
      since: async function* since(owner, moment) {
        const { api } = await of(owner)
        const created = { gte: Math.floor(moment.epochMilliseconds / 1000) }
        const types = [...stripeEvents]
        for await (const event of api.events.list({ created, types, limit: 100 })) {
          yield hintOf(event)
        }
      },
    },
  }
}

/** What an intent waits for, while its customer has something to do. */
function actionOf(
  { credentials }: StripeAccount,
  intent: {
    readonly client_secret: string | null
    readonly status: string
    readonly next_action: { readonly redirect_to_url?: { readonly url: string | null } } | null
  } | null,
): NextAction | null {
  const waits = ['requires_payment_method', 'requires_action', 'requires_confirmation']
  if (intent === null || !waits.includes(intent.status)) return null
  const url = intent.next_action?.redirect_to_url?.url ?? null
  if (url !== null) return { type: 'redirect', url }
  const { client_secret: clientSecret } = intent
  const publishableKey = credentials.values['publishable_key']
  if (clientSecret === null || publishableKey === undefined) return null
  return { type: 'stripe', clientSecret, publishableKey }
}
