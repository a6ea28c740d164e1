import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { checkAfterPromotion } from '../../src/payments/index.ts'
import { managerOn } from '../builders/manager.ts'
import { moneyOf } from '../builders/money-of.ts'
import {
  type StripeStage,
  confirmInForm,
  deliver,
  eventOf,
  intentOf,
  later,
  openStripeStage,
  paidByStripe,
  paymentRows,
  statusOf,
} from '../builders/stripe/stripe-stage.ts'
import { eventsOf, tally } from './records.ts'

let stage: StripeStage
beforeAll(async () => {
  stage = await openStripeStage()
})
afterAll(() => stage.close())
afterEach(() => {
  stage.stripe.faults.length = 0
})

const policyOf = (id: string) => statusOf(stage.platform, `/policies/${id}`)
const stateOf = (id: string) => statusOf(stage.platform, `/payments/${id}`)
const eventsOfSale = async (offer: string, payment: string) =>
  tally(await eventsOf(stage.platform, offer, payment))

describe('a card at Stripe', () => {
  it('is charged once, issues the policy, and leaves a mandate that shows its last digits', async () => {
    const { platform, stripe } = stage
    const { offer, payment, seller } = await paidByStripe(stage, 'pm_card_visa')
    expect(payment.status).toBe('ok')
    expect(await policyOf(offer.id)).toBe('paid')
    const intent = intentOf(stripe, payment.id)
    expect(intent).toMatchObject({ status: 'succeeded', setup_future_usage: 'off_session' })
    expect((await seller.get(`/payments/${payment.id}`)).json()).toMatchObject({
      reference: intent.id,
      charge_id: intent.latest_charge,
    })
    const shown = await seller.get(`/policies/${offer.id}/mandates`)
    expect(shown.json()).toMatchObject({
      mandates: [{ provider: 'stripe', hint: '•••• 4242', status: 'active' }],
    })
    expect(await moneyOf(platform, offer.id)).toMatchObject({ cash: intent.amount })
  })

  it('that is declined leaves an offer to be paid otherwise, and nothing to be paid later', async () => {
    const { offer, payment } = await paidByStripe(stage, 'pm_card_chargeDeclined')
    expect(payment.status).toBe('failed')
    expect(await policyOf(offer.id)).toBe('ready')
    expect(intentOf(stage.stripe, payment.id).status).toBe('canceled')
  })

  it('waits for the bank of the customer, who is sent to its page', async () => {
    const { stripe } = stage
    const { offer, payment } = await paidByStripe(stage, 'pm_card_authenticationRequired')
    expect(payment).toMatchObject({ status: 'pending', next_action: { type: 'redirect' } })
    stripe.account.authenticate(intentOf(stripe, payment.id).id)
    expect((await deliver(stage, eventOf(stripe, 'payment_intent.succeeded'))).statusCode).toBe(200)
    expect(await policyOf(offer.id)).toBe('paid')
  })
})

describe('the form of Stripe on the page', () => {
  it('gets the secret of the payment, which no log and no table has', async () => {
    const { platform, stripe } = stage
    const { offer, payment, seller } = await paidByStripe(stage, null)
    const secret = intentOf(stripe, payment.id).client_secret ?? ''
    expect(payment.next_action).toEqual({
      type: 'stripe',
      client_secret: secret,
      publishable_key: stripe.keys.publishable,
    })
    expect(platform.logLines.join('\n')).not.toContain(secret)
    expect(JSON.stringify(await paymentRows(platform, offer.id))).not.toContain(secret)
    confirmInForm(stripe, payment.id, 'pm_card_visa')
    await deliver(stage, eventOf(stripe, 'payment_intent.succeeded'))
    expect(await policyOf(offer.id)).toBe('paid')
    const paid = await seller.get(`/payments/${payment.id}`)
    expect(paid.json()).not.toHaveProperty('next_action')
  })

  it('lets a customer try another card after a decline, on the same payment', async () => {
    const { stripe } = stage
    const { offer, payment } = await paidByStripe(stage, null)
    expect(() => confirmInForm(stripe, payment.id, 'pm_card_chargeDeclined')).toThrow('declined')
    await deliver(stage, eventOf(stripe, 'payment_intent.payment_failed'))
    expect(await stateOf(payment.id)).toBe('pending')
    confirmInForm(stripe, payment.id, 'pm_card_visa')
    await deliver(stage, eventOf(stripe, 'payment_intent.succeeded'))
    expect(await policyOf(offer.id)).toBe('paid')
  })

  it('given up for another way to pay takes no money any more', async () => {
    const { stripe } = stage
    const { offer, payment, seller } = await paidByStripe(stage, null)
    const given = { token: offer.payment_token }
    const voided = await seller.post(`/payments/${payment.id}/void`, given)
    expect(voided.json()).toMatchObject({ status: 'failed' })
    expect(() => confirmInForm(stripe, payment.id, 'pm_card_visa')).toThrow('status is canceled')
    expect((await seller.pay(offer)).json()).toMatchObject({ status: 'ok' })
  })
})

describe('a callback of Stripe', () => {
  it('counts for nothing but what it names: the payment is asked for', async () => {
    const { stripe } = stage
    const { offer, payment } = await paidByStripe(stage, null)
    const intent = intentOf(stripe, payment.id)
    const event = {
      ...eventOf(stripe, 'payment_intent.succeeded'),
      data: { object: { ...intent, status: 'succeeded' } },
    } as never // A forged content, well signed.
    expect((await deliver(stage, event)).statusCode).toBe(200)
    expect(await policyOf(offer.id)).toBe('accepted')
  })

  it('may come twice, at once, late and in the wrong order: the policy is issued once', async () => {
    const { stripe } = stage
    const { offer, payment } = await paidByStripe(stage, null)
    expect(() => confirmInForm(stripe, payment.id, 'pm_card_chargeDeclined')).toThrow('declined')
    const failed = eventOf(stripe, 'payment_intent.payment_failed')
    confirmInForm(stripe, payment.id, 'pm_card_visa')
    const made = eventOf(stripe, 'payment_intent.succeeded')
    const answers = await Promise.all(
      [made, failed, made, failed].map((one) => deliver(stage, one)),
    )
    expect(tally(answers.map(({ statusCode }) => statusCode))).toEqual({ 200: 4 })
    expect(await eventsOfSale(offer.id, payment.id)).toMatchObject({
      'payment.ok': 1,
      'policy.issued': 1,
    })
  })

  it('is refused without a signature, with a wrong one, of another account or mode, or too old', async () => {
    const { stripe, platform, insurerId } = stage
    const checked = await managerOn(platform).post('/manage/payment_providers/stripe/check')
    expect(checked.json()).toEqual({ ok: true, account_reference: 'acct_fake', problems: [] })
    await paidByStripe(stage, 'pm_card_visa')
    const event = eventOf(stripe, 'payment_intent.succeeded')
    const statuses = [
      await deliver(stage, event, { secret: 'whsec_somebodyelse' }),
      await deliver(stage, event, { changes: { account: 'acct_other' } }),
      await deliver(stage, event, { changes: { livemode: true } }),
      await deliver(stage, event, { to: 'acc_0123456789abcdef0123456789ab' }),
      await platform.app.inject({
        method: 'POST',
        url: `/payments/callbacks/stripe/${insurerId}`,
        payload: { ...event } as object,
      }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    const { payload, headers } = stripe.signed(event, 'whsec_firstfirstfirst')
    platform.clock.advance({ minutes: 6 })
    const old = await platform.app.inject({
      method: 'POST',
      url: `/payments/callbacks/stripe/${insurerId}`,
      payload,
      headers,
    })
    expect(old.statusCode).toBe(401)
  })

  it('is taken with the old secret and the new one for three days after a rotation', async () => {
    const { stripe, platform } = stage
    await paidByStripe(stage, 'pm_card_visa')
    const event = eventOf(stripe, 'payment_intent.succeeded')
    const rotate = (webhook_secret: string) =>
      managerOn(platform).put('/manage/payment_providers/stripe/credentials', {
        fields: { webhook_secret },
      })
    const newer = 'whsec_secondsecond'
    expect((await rotate(newer)).json()).toMatchObject({ fields: { webhook_secret: '…cond' } })
    const both = async () => [
      (await deliver(stage, event)).statusCode,
      (await deliver(stage, event, { secret: newer })).statusCode,
    ]
    expect(await both()).toEqual([200, 200])
    platform.clock.advance({ hours: 73 })
    expect(await both()).toEqual([401, 200])
    await rotate('whsec_firstfirstfirst')
  })

  it('that never comes is made up for by asking what has happened', async () => {
    const { stripe, platform } = stage
    const { offer, payment } = await paidByStripe(stage, null)
    confirmInForm(stripe, payment.id, 'pm_card_visa')
    await later(platform, { hours: 2 })
    expect(await policyOf(offer.id)).toBe('paid')
  })

  it('is made up for also where the accounts of many others cannot be asked', async () => {
    const { stripe, platform } = stage
    // Their keys open nothing: what is sealed belongs to another account.
    await platform.db.query(sql`
      with others as (
        insert into accounts (id, kind, key, name, created_at)
        select 'acc_00000000000000000000000000' || lpad(n::text, 2, '0'), 'insurer', 'other-' || n,
          'Other', now()
        from generate_series(10, 29) as n returning id)
      insert into provider_credentials
      select (jsonb_populate_record(credentials,
        jsonb_build_object('insurer_id', others.id, 'swept_until', null))).*
      from others, provider_credentials as credentials where provider = 'stripe'`)
    const { offer, payment } = await paidByStripe(stage, null)
    await later(platform, { hours: 2 })
    confirmInForm(stripe, payment.id, 'pm_card_visa')
    platform.clock.advance({ hours: 2 })
    await platform.handlers.sweep({}).catch(() => undefined)
    await platform.handlers.sweep({}).catch(() => undefined)
    expect(await policyOf(offer.id)).toBe('paid')
    await platform.db.query(sql`
      delete from provider_credentials where insurer_id <> ${stage.insurerId}`)
  })

  it('is to come again if Stripe does not answer when it is asked', async () => {
    const { stripe } = stage
    const { offer, payment } = await paidByStripe(stage, null)
    confirmInForm(stripe, payment.id, 'pm_card_visa')
    stripe.faults.push({ on: /GET .*payment_intents/, kind: 'fails' })
    const event = eventOf(stripe, 'payment_intent.succeeded')
    expect((await deliver(stage, event)).statusCode).toBe(503)
    expect(await policyOf(offer.id)).toBe('accepted')
    expect((await deliver(stage, event)).statusCode).toBe(200)
    expect(await policyOf(offer.id)).toBe('paid')
  })
})

describe('after a promotion of the database', () => {
  it('a payment is asked about at once, and not when it would be time to', async () => {
    const { stripe, platform } = stage
    const { offer, payment } = await paidByStripe(stage, null)
    for (const minutes of [1, 2, 4, 8, 16]) await later(platform, { minutes })
    confirmInForm(stripe, payment.id, 'pm_card_visa')
    await platform.runDue()
    expect(await policyOf(offer.id)).toBe('accepted')
    await checkAfterPromotion(platform)
    await platform.runDue()
    expect(await policyOf(offer.id)).toBe('paid')
  })

  it('a charge that may still be under way is not given up', async () => {
    const { stripe, platform } = stage
    stripe.faults.push({ on: /POST .*customers$/, kind: 'lost' })
    const { offer, payment } = await paidByStripe(stage, 'pm_card_visa')
    expect(payment.status).toBe('pending')
    await checkAfterPromotion(platform)
    await platform.runDue()
    expect(await policyOf(offer.id)).toBe('accepted')
    await later(platform, { minutes: 1 })
    expect(await policyOf(offer.id)).toBe('ready')
  })
})

describe('when Stripe does not answer', () => {
  it.each([
    ['the making of a payment gets lost', /POST .*payment_intents$/, 'lost', 'ready'],
    ['its answer gets lost', /POST .*payment_intents$/, 'hangs', 'expired or open'],
    ['it fails and keeps that', /POST .*payment_intents$/, 'fails', 'ready'],
    ['a confirmation gets lost', /confirm$/, 'lost', 'open'],
    ['its answer gets lost after the money', /confirm$/, 'hangs', 'paid'],
    ['it fails after the money', /confirm$/, 'fails_after', 'paid'],
  ] as const)('because %s, the outcome is found by asking', async (_, on, kind, ends) => {
    const { stripe, platform } = stage
    stripe.faults.push({ on, kind })
    const { offer, payment } = await paidByStripe(stage, 'pm_card_visa')
    expect(payment.status).toBe('pending')
    await later(platform, { minutes: 1 })
    const charges = [...stripe.account.charges.values()].filter(
      ({ metadata }) => metadata['bindery_payment'] === payment.id,
    )
    if (ends === 'paid') {
      expect(await policyOf(offer.id)).toBe('paid')
      expect(charges).toHaveLength(1)
      return
    }
    expect(charges).toHaveLength(0)
    if (ends === 'ready') expect(await policyOf(offer.id)).toBe('ready')
    else {
      // The customer may still confirm it; given up after two days, nobody can any more.
      await later(platform, { hours: 49 })
      expect(await stateOf(payment.id)).toBe('failed')
      expect(intentOf(stripe, payment.id).status).toBe('canceled')
    }
  })

  it('and cuts the connection after the money, the package asks again with the same key', async () => {
    const { stripe } = stage
    stripe.faults.push({ on: /confirm$/, kind: 'cut' })
    const { payment } = await paidByStripe(stage, 'pm_card_visa')
    expect(payment.status).toBe('ok')
    const { id } = intentOf(stripe, payment.id)
    expect(stripe.asked.filter((one) => one === `POST /v1/payment_intents/${id}/confirm`)).toEqual([
      `POST /v1/payment_intents/${id}/confirm`,
      `POST /v1/payment_intents/${id}/confirm`,
    ])
    const ofIt = [...stripe.account.charges.values()].filter((one) => one.payment_intent === id)
    expect(ofIt).toHaveLength(1)
  })

  it('is asked again at once while it only says that it is busy', async () => {
    const { stripe } = stage
    stripe.faults.push({ on: /POST .*payment_intents$/, kind: 'busy', times: 2 })
    const { payment } = await paidByStripe(stage, 'pm_card_visa')
    expect(payment.status).toBe('ok')
  })

  it('a state that nobody here knows is left to a person, and counts once it is one that is known', async () => {
    const { stripe, platform } = stage
    const { offer, payment } = await paidByStripe(stage, null)
    const intent = intentOf(stripe, payment.id)
    intent.status = 'pondering'
    await later(platform, { minutes: 1 })
    expect(await paymentRows(platform, offer.id)).toMatchObject([
      { status: 'pending', doubt: 'unconfirmed' },
    ])
    intent.status = 'requires_payment_method'
    confirmInForm(stripe, payment.id, 'pm_card_visa')
    await deliver(stage, eventOf(stripe, 'payment_intent.succeeded'))
    expect(await paymentRows(platform, offer.id)).toMatchObject([{ status: 'ok', doubt: null }])
  })
})
