import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { managerOn } from '../builders/manager.ts'
import { openFakeStripe } from '../builders/stripe/fake-stripe.ts'
import { later, paidByStripe, sellByStripe, statusOf } from '../builders/stripe/stripe-stage.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/**
 * The same sales at Stripe itself, in the test mode of an account of yours:
 *
 *   STRIPE_TEST_KEYS=sk_test_...,pk_test_... npx vitest run server/test/scenarios/stripe-itself.test.ts
 *
 * Only this proves that Stripe knows the version of its API, each parameter and each test card by the
 * names that are used here, that a page may confirm with the publishable key, that an account debits
 * by SEPA, and that its answers are what the fake of the other tests answers. It proves nothing about
 * lost answers, callbacks, disputes and payouts: those cannot be ordered there.
 *
 * Without keys the fake stands in, so that nobody finds this story broken on the day it is needed.
 */
const [secret, publishable] = (process.env['STRIPE_TEST_KEYS'] ?? '').split(',')
const isItself = secret !== undefined && publishable !== undefined

interface Place {
  readonly platform: TestPlatform
  readonly keys: { readonly secret: string; readonly publishable: string }
  /** Where the insurer, or a page of theirs, asks Stripe. */
  readonly address: string
  readonly options: ConstructorParameters<typeof Stripe>[1]
  close(): Promise<void>
}

async function atStripe(keys: Place['keys']): Promise<Place> {
  const platform = await openTestPlatform({ leavesDocuments: true, stripe: { timeoutMs: 30_000 } })
  // What Stripe makes is found by when it was made.
  platform.clock.set(Temporal.Now.instant())
  const close = () => platform.close()
  return { platform, keys, address: 'https://api.stripe.com', options: {}, close }
}

async function atTheFake(): Promise<Place> {
  const time: { now: () => Temporal.Instant } = { now: () => Temporal.Now.instant() }
  const fake = await openFakeStripe(() => time.now())
  const platform = await openTestPlatform({ leavesDocuments: true, stripe: fake.settings })
  time.now = platform.clock
  const close = async () => {
    await platform.close()
    await fake.close()
  }
  const { host, port } = fake.settings.address ?? expect.fail('the fake has an address')
  const address = `http://${host}:${port}`
  return { platform, keys: fake.keys, address, options: { ...fake.settings.address }, close }
}

let place: Place
let insurer: Stripe
let startDay: string
beforeAll(async () => {
  place = isItself ? await atStripe({ secret, publishable }) : await atTheFake()
  insurer = new Stripe(place.keys.secret, place.options)
  await sellByStripe(place.platform, place)
  const today = place.platform.clock().toZonedDateTimeISO('Europe/Berlin').toPlainDate()
  startDay = today.add({ days: 40 }).toString()
})
afterAll(() => place.close())

const policyOf = (id: string) => statusOf(place.platform, `/policies/${id}`)

/** The intent of a payment, as Stripe shows it to the insurer. */
async function intentOf(paymentId: string): Promise<Stripe.PaymentIntent> {
  const { data } = await insurer.paymentIntents.list({ limit: 20 })
  const intent = data.find(({ metadata }) => metadata['bindery_payment'] === paymentId)
  return intent ?? expect.fail(`Stripe has no intent of ${paymentId}`)
}

describe(isItself ? "Stripe's own test mode" : 'the stand-in of Stripe', () => {
  it('knows the account, and takes money for it', async () => {
    const manager = managerOn(place.platform)
    const check = await manager.post('/manage/payment_providers/stripe/check', {})
    expect(check.json(), check.body).toMatchObject({ ok: true })
  })

  it('charges a card once, issues the policy, keeps a mandate, and gives a part back', async () => {
    const { platform } = place
    const { seller, offer, payment } = await paidByStripe(place, 'pm_card_visa', { startDay })
    expect(payment).toMatchObject({ status: 'ok' })
    expect(await policyOf(offer.id)).toBe('paid')
    const intent = await intentOf(payment.id)
    const transactions = transactionsOn(platform, seller)
    const premium = (await transactions.view(offer.id)).quote.gross_payment_amount
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: premium, currency: 'eur' })
    const mandates = await seller.get(`/policies/${offer.id}/mandates`)
    expect(mandates.json()).toMatchObject({ mandates: [{ hint: '•••• 4242', status: 'active' }] })

    const last = Temporal.PlainDate.from(startDay).add({ days: 99 }).toString()
    await transactions.cancel(offer.id, last)
    await later(platform, { minutes: 20 })
    const { data: refunds } = await insurer.refunds.list({ payment_intent: intent.id })
    const [own] = await platform.db.query<{ amount: number }>(sql`
      select amount from refunds where policy_id = ${offer.id} and status = 'ok'`)
    expect(refunds).toMatchObject([{ amount: own?.amount, status: 'succeeded' }])
    expect(own?.amount).toBeLessThan(premium)
  })

  it('declines a card, and nobody can pay by that intent later', async () => {
    const { offer, payment } = await paidByStripe(place, 'pm_card_chargeDeclined', { startDay })
    expect(payment.status).toBe('failed')
    expect(await policyOf(offer.id)).toBe('ready')
    expect((await intentOf(payment.id)).status).toBe('canceled')
  })

  it('sends the customer to a page of the bank that asks for it', async () => {
    const card = 'pm_card_authenticationRequired'
    const { payment } = await paidByStripe(place, card, { startDay })
    expect(payment).toMatchObject({ status: 'pending', next_action: { type: 'redirect' } })
  })

  it('takes the card that a page confirms with its own key, and is asked for the outcome', async () => {
    const { offer, payment } = await paidByStripe(place, null, { startDay })
    const { client_secret = '', publishable_key = '' } = payment.next_action ?? {}
    const { id } = await intentOf(payment.id)
    // As the script of the form does: the package is for servers, and knows no secret of an intent.
    const confirmed = await fetch(`${place.address}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishable_key}` },
      body: new URLSearchParams({ client_secret, payment_method: 'pm_card_visa' }),
    })
    expect(confirmed.status, await confirmed.text()).toBe(200)
    await later(place.platform, { minutes: 20 })
    expect(await policyOf(offer.id)).toBe('paid')
  })

  it('accepts a debit of an account', async () => {
    const account = isItself ? await testAccount() : 'pm_sepa'
    const { payment } = await paidByStripe(place, account, { startDay, method: 'sepa_debit' })
    expect(payment.status).toBe('pending')
    expect((await intentOf(payment.id)).latest_charge).toEqual(expect.any(String))
  })
})

/** The account of Stripe's documentation whose debits succeed. */
async function testAccount(): Promise<string> {
  const { id } = await insurer.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: 'DE89370400440532013000' },
    billing_details: { name: 'Hanna Brandt', email: 'hanna@customer.example' },
  })
  return id
}
