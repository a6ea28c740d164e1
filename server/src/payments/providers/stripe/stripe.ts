import type { Stripe } from 'stripe'
import type { Database } from '../../../database/index.ts'
import type { PolicyId } from '../../../kernel/index.ts'
import { selectPolicy } from '../../../policies/index.ts'
import { isPaymentId } from '../../find-payment.ts'
import type { Payment } from '../../payment.ts'
import type { CredentialOwner } from '../../credentials/credentials.ts'
import { refuseAccount } from '../../credentials/refuse-account.ts'
import { selectByReference, selectPayment } from '../../payment-store.ts'
import type { NextAction, PaymentProvider, ProviderAnswer, Unclear } from '../../provider.ts'
import { providerNotSetUp } from '../../reasons.ts'
import { chargeIntent, collectIntent } from './charge-intent.ts'
import { checkAccount, stripeFields } from './check-account.ts'
import { findPaymentNews, intentOf, voidIntent } from './find-intent.ts'
import { readDisputes } from './read-disputes.ts'
import { readMovements } from './read-movements.ts'
import { hintOf, modeOfEvent, stripeEvents, verifiedEvent } from './read-webhook.ts'
import { findRefund, ownRefunds, refundIntent } from './refund-intent.ts'
import { beginSetup, findSetup, setupIntentOf } from './set-up-intent.ts'
import { accountRefusal } from './stripe-errors.ts'
import { type StripeAccount, type StripeDeps, findAccount, openAccount } from './stripe-client.ts'

/** Cards, and what Stripe offers as such, by the official package. */
export function stripe(deps: StripeDeps & { readonly publicUrl: string }): PaymentProvider {
  /** Whatever is asked of an account: that it is refused is written down, and is no outcome. */
  const asked = async <Answer>(
    owner: CredentialOwner,
    ask: (account: StripeAccount) => Promise<Answer>,
    refused?: (reason: string) => Answer,
  ): Promise<Answer> => {
    const account = await openAccount(deps, owner)
    try {
      return await ask(account)
    } catch (error) {
      const reason = accountRefusal(error)
      if (reason === null) throw error
      await refuseAccount(deps, account.stored, reason)
      if (refused === undefined) throw error
      return refused(reason)
    }
  }
  const ofPolicy = async (policyId: PolicyId) => {
    const policy = await selectPolicy(deps.db, policyId)
    if (policy === undefined) throw new Error(`there is no policy ${policyId}`)
    return policy
  }
  return {
    name: 'stripe',
    testModeOnly: false,
    settlesAtOnce: false,
    charge: async (payment, request, signal) =>
      asked<ProviderAnswer>(
        payment,
        (account) => chargeIntent(account, payment, request, deps.publicUrl, signal),
        // Nothing was done: the customer can pay in another way.
        (reason) => ({ status: 'failed', errorCode: 'account_refused', reason }),
      ),
    collect: async (payment, mandate, signal) =>
      asked<ProviderAnswer | Unclear>(
        payment,
        (account) =>
          collectIntent(
            account,
            payment,
            mandate,
            (intent) => isRecorded(deps.db, payment, intent),
            signal,
          ),
        (reason) => ({ status: 'unclear', reference: null, reason }),
      ),
    find: async (payment) => asked(payment, (account) => findPaymentNews(account, payment)),
    void: async (payment) => asked(payment, (account) => voidIntent(account, payment)),
    refund: async (refund, payment, signal) =>
      asked(payment, (account) => refundIntent(account, refund, payment, signal)),
    disputes: async (payment) => asked(payment, (account) => readDisputes(account, payment)),
    ownRefunds: async (payment) => asked(payment, (account) => ownRefunds(account, payment)),
    findRefund: async (refund, payment, now) =>
      asked(payment, (account) => findRefund(account, refund, payment, now)),
    nextAction: async (payment) =>
      asked(payment, async (account) => actionOf(account, await intentOf(account, payment))),
    setups: {
      begin: async (setup, signal) =>
        asked(await ofPolicy(setup.policyId), (account) => beginSetup(account, setup, signal)),
      find: async (setup) =>
        asked(await ofPolicy(setup.policyId), (account) => findSetup(account, setup)),
      nextAction: async (setup) =>
        asked(await ofPolicy(setup.policyId), async (account) =>
          actionOf(account, await setupIntentOf(account, setup)),
        ),
    },
    balance: {
      // A key that may not read the balance takes money all the same: that refusal is no other's.
      movements: async (owner, span, page) => {
        const { api } = await openAccount(deps, owner)
        return readMovements(api, span, page)
      },
    },
    credentials: {
      fields: stripeFields,
      check: async (owner) => checkAccount(await openAccount(deps, owner)),
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
        const { api, stored } = await openAccount(deps, owner)
        const created = { gte: Math.floor(moment.epochMilliseconds / 1000) }
        const types = [...stripeEvents]
        try {
          for await (const event of api.events.list({ created, types, limit: 100 })) {
            yield hintOf(event)
          }
        } catch (error) {
          const reason = accountRefusal(error)
          if (reason !== null) await refuseAccount(deps, stored, reason)
          throw error
        }
      },
    },
  }
}

/** Whether an intent is in the books, by the payment that it was made for or by its id. */
async function isRecorded(
  db: Database,
  payment: Payment,
  { id, metadata }: Stripe.PaymentIntent,
): Promise<boolean> {
  const { bindery_payment: madeFor = '' } = metadata
  const found =
    (isPaymentId(madeFor) ? await selectPayment(db, madeFor) : undefined) ??
    (await selectByReference(db, payment, 'stripe', id))
  return found !== undefined
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
