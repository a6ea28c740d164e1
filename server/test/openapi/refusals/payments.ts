import { sql } from '../../../src/database/index.ts'
import { sandboxCallback } from '../../builders/sandbox-callback.ts'
import { transactionsOn } from '../../builders/transactions.ts'
import { madeOffer, quoteMedia, sellerOn, soldPolicy } from '../../builders/sale.ts'
import { selectAccountByKey } from '../../../src/identity/index.ts'
import { managerOn } from '../../builders/manager.ts'
import { signedEvent } from '../../builders/stripe/signed-event.ts'
import { pushedDraft } from '../../builders/draft.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { onceItMoves } from './clocks.ts'
import type { Troubled } from './calls.ts'
import { type Refusals, type Stage, sellerIn2028 } from './stage.ts'

const card = { provider: 'sandbox', method: 'card' }
const unknownPayment = 't01b0acc58e2041854d052f4f76686186'

export function paymentRefusals(
  stage: Stage,
  { elsewhere }: Troubled,
): Readonly<Record<string, Refusals>> {
  const { at, caller, platform, seller, withSecretKey } = stage
  const { demo } = platform
  const { keys, other } = demo
  const paying = (changes: Parameters<typeof seller.pay>[1]) => async () =>
    seller.pay(await madeOffer(seller), changes)
  const atLink = (path: string, body?: JsonObject) =>
    platform.app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/payment_links/${path}`,
      ...(body === undefined ? { headers: { 'payment-token': 'wrong' } } : { payload: body }),
    })
  const offerToHandOver = () =>
    madeOffer(sellerOn(platform, { product: 'bike' }), {
      quote: { data: { start_date: '2029-01-01', purchase_date: '2028-11-01' } },
      offer: { handover_required: true },
    })
  const unknownLink = 'tpol_01b0acc58e2037776d4164838825'
  return {
    showPaymentLink: { payment_link: () => atLink(unknownLink) },
    payByLink: {
      missing_member: () => atLink(`${unknownLink}/payments`, { token: 'wrong', provider: 'x' }),
      payment_link: () => atLink(`${unknownLink}/payments`, { token: 'wrong', ...card }),
      not_in_plan: async () => {
        const { id, payment_token: token } = await madeOffer(seller)
        const byInvoice = { provider: 'invoice', method: 'invoice' }
        return atLink(`${id}/payments`, { token, ...byInvoice })
      },
      handover_incomplete: async () => {
        const { id, payment_token: token } = await offerToHandOver()
        return atLink(`${id}/payments`, { token, ...card })
      },
      clock_advancing: () =>
        onceItMoves(stage, madeOffer, (_, { id, payment_token: token }) =>
          atLink(`${id}/payments`, { token, ...card }),
        ),
    },
    voidByLink: {
      missing_member: () => atLink(`${unknownLink}/void`, {}),
      payment_link: () => atLink(`${unknownLink}/void`, { token: 'wrong' }),
    },
    createPayment: {
      missing_member: paying({ method: '' }),
      wrong_token: () => caller.call('createPayment', {}, withSecretKey),
      not_in_plan: paying({ provider: 'invoice', method: 'card' }),
      test_mode_only: async () => {
        const live = sellerIn2028(sellerOn(platform, { secretKey: keys.live.secret }))
        return live.pay(await madeOffer(live), card)
      },
      payment_provider_not_set_up: async () => {
        return seller.pay(await draftByStripe(stage, false), byStripe)
      },
      waits_for_underwriter: async () => {
        const offer = await madeOffer(seller)
        await platform.db.query(
          sql`update policies set flow = 'manual_underwriting' where id = ${offer.id}`,
        )
        return sellerOn(elsewhere).pay(offer)
      },
      handover_incomplete: async () => seller.pay(await offerToHandOver(), card),
      offer_expired: async () => {
        const offer = await madeOffer(seller)
        return at('2028-12-21T09:15:00Z', () => seller.pay(offer))
      },
      already_paid: async () => {
        const offer = await madeOffer(seller)
        await seller.pay(offer)
        return seller.pay(offer)
      },
      clock_advancing: () => onceItMoves(stage, madeOffer, (seller, offer) => seller.pay(offer)),
      proposal_over: async () => {
        const proposed = await proposedChange(stage)
        await seller.endorse(proposed.id, proposed.version_id, {
          data: { company_city: 'Potsdam' },
        })
        await platform.runDue()
        return seller.pay(proposed)
      },
      invoice_closed: async () => {
        const proposed = await proposedChange(stage)
        await seller.pay(proposed)
        return seller.pay(proposed)
      },
      waits_for_receipt: async () => seller.pay(await soldByInvoice(stage)),
      arrears_on_account: async () => {
        const insurer = sellerIn2028(sellerOn(platform, { secretKey: demo.insurer.test.secret }))
        const policy = await soldByInvoice(stage, insurer)
        const transactions = transactionsOn(platform, insurer)
        return at('2029-02-20T09:15:00Z', async () => {
          await transactions.cancel(policy.id, '2029-02-20')
          const { payment } = await transactions.reinstate(policy.id)
          return transactions.pay(policy.id, payment?.token ?? '')
        })
      },
      key_of_another_account: async () =>
        sellerOn(platform, { secretKey: other.test.secret }).pay(await madeOffer(seller)),
      payment_provider: paying({ provider: 'cash' }),
      payment_pending: async () => {
        const offer = await madeOffer(seller)
        await seller.pay(offer, { ...card, sandbox: { outcome: 'pending' } })
        return seller.pay(offer)
      },
    },
    showPayment: {
      payment: () => seller.get(`/payments/${unknownPayment}`),
    },
    voidPayment: {
      missing_member: () => seller.post(`/payments/${unknownPayment}/void`, {}),
      payment: () => seller.post(`/payments/${unknownPayment}/void`, { token: 'x' }),
    },
    receiveProviderCallback: {
      unsigned: () => caller.call('receiveProviderCallback', { provider: 'stripe' }, {}),
      payment_provider: () => caller.call('receiveProviderCallback', { provider: 'invoice' }, {}),
      unreadable_callback: () => seller.post('/payments/callbacks/stripe/acc_1', {}),
      callback_not_taken: async () => {
        const policy = await draftByStripe(stage, true)
        const { insurerId } = await insurerOf(stage)
        const paid = await seller.pay(policy, byStripe)
        const { id: bindery_payment } = paid.json<{ id: string }>()
        const object = { object: 'payment_intent', metadata: { bindery_payment } }
        const event = { object: 'event', livemode: false, data: { object } }
        const { payload, headers } = signedEvent(event, stripeSecret, platform.clock())
        const url = `/payments/callbacks/stripe/${insurerId}`
        return platform.app.inject({ method: 'POST', url, payload, headers })
      },
    },
    receivePaymentCallback: {
      unsigned: () => caller.call('receivePaymentCallback', { provider: 'sandbox' }, {}),
      payment_provider: () => caller.call('receivePaymentCallback', { provider: 'invoice' }, {}),
      payment: () => sandboxCallback(platform, { payment_id: unknownPayment, status: 'ok' }),
      unreadable_callback: () => sandboxCallback(platform, { payment_id: unknownPayment }),
    },
  }
}

const byStripe = { provider: 'stripe', method: 'card' }
const stripeSecret = 'whsec_12345678'

/** An offer of a draft that is paid by Stripe, where nobody answers. */
async function draftByStripe({ platform, seller }: Stage, isSetUp: boolean) {
  const manager = managerOn(platform)
  const credentials = '/manage/payment_providers/stripe/credentials'
  if (isSetUp) {
    const secret_key = 'sk_test_12345678'
    const publishable_key = 'pk_test_12345678'
    const fields = { secret_key, publishable_key, webhook_secret: stripeSecret }
    await manager.put(credentials, { fields })
  } else {
    await manager.delete(credentials)
  }
  await pushedDraft(platform, 'cyber', {
    'product.yaml': (text) => text.replace('provider: sandbox', 'provider: stripe'),
  })
  return madeOffer(seller, { quote: { body: { live_product: 'false' } } })
}

async function insurerOf({ platform }: Stage) {
  const insurer = await selectAccountByKey(platform.db, 'demo-insurance')
  return { insurerId: insurer?.id ?? '' }
}

/** A change that is to be paid for first, with the token that does. */
async function proposedChange({ platform, seller }: Stage) {
  const { id, version_id } = await soldPolicy(seller)
  const quote = await seller.post(
    '/quotes',
    { policy_id: id, data: { deductible: 100_000 } },
    { accept: quoteMedia },
  )
  const { token: quote_token } = quote.json<{ token: string }>()
  const accepted = await seller.endorse(id, version_id, { quote_token })
  await platform.runDue()
  const { href } = accepted.json<{ _links: { status: { href: string } } }>()._links.status
  const status = await seller.get(new URL(href).pathname)
  const { token } = status.json<{ payment: { token: string } }>().payment
  return { id, version_id, payment_token: token }
}

/** One that is covered on account: its invoice waits for its receipt. */
async function soldByInvoice({ platform, seller }: Stage, by = seller) {
  const [plan] = await platform.db.query<{ id: string }>(
    sql`select id from payment_plans where key = 'by-invoice'`,
  )
  return soldPolicy(by, { quote: { body: { subscription_plan_id: plan?.id ?? '' } } })
}
