import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { pushedDraft } from '../builders/draft.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { answer, invalid, missing, paymentId, refused, wrong } from './words.ts'

let platform: TestPlatform
let seller: Seller
let other: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  seller = sellerOn(platform)
  other = sellerOn(platform, { secretKey: platform.demo.other.test.secret })
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

const card = (outcome: string): JsonObject => ({
  provider: 'sandbox',
  method: 'card',
  sandbox: { outcome },
})
const statusOf = async (id: string) =>
  (await seller.get(`/policies/${id}`)).json<{ status: string }>().status

describe('a payment', () => {
  it('answers in the create form, with nothing else, and makes the offer a paid policy', async () => {
    const offer = await madeOffer(seller)
    const payment = await seller.pay(offer)
    const { id } = payment.json<{ id: string }>()
    expect(answer(payment)).toStrictEqual({
      code: 200,
      body: {
        object: 'payment',
        id: paymentId,
        livemode: false,
        provider: 'invoice',
        method: 'invoice',
        status: 'ok',
        transaction_metadata: [],
        _links: { _self: { href: `http://bindery.test/payments/${id}` } },
      },
    })
    expect(await statusOf(offer.id)).toBe('paid')
  })

  it('can be made with the public key alone, which learns no more', async () => {
    const offer = await madeOffer(seller)
    const shop = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    const payment = await shop.pay(offer)
    expect(Object.keys(payment.json<JsonObject>()).sort()).toStrictEqual(
      [
        'object',
        'id',
        'livemode',
        'provider',
        'method',
        'status',
        'transaction_metadata',
        '_links',
      ].sort(),
    )
  })

  it('can be made by the insurer for its distributor', async () => {
    const offer = await madeOffer(seller)
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    expect((await insurer.pay(offer)).json()).toMatchObject({ status: 'ok' })
  })

  it('says livemode of a sale in earnest', async () => {
    const live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    expect((await live.pay(await madeOffer(live))).json()).toMatchObject({ livemode: true })
  })

  it('by card is ok when the provider says so', async () => {
    const offer = await madeOffer(seller)
    expect((await seller.pay(offer, card('ok'))).json()).toMatchObject({
      provider: 'sandbox',
      method: 'card',
      status: 'ok',
    })
    expect(await statusOf(offer.id)).toBe('paid')
  })

  it('that failed leaves an offer that can be paid again', async () => {
    const offer = await madeOffer(seller)
    expect((await seller.pay(offer, card('failed'))).json()).toMatchObject({ status: 'failed' })
    expect(await statusOf(offer.id)).toBe('ready')
    expect((await seller.pay(offer)).json()).toMatchObject({ status: 'ok' })
  })

  it('whose answer got lost stays pending, and a job finds out that it was made', async () => {
    const offer = await madeOffer(seller)
    expect((await seller.pay(offer, card('timeout'))).json()).toMatchObject({ status: 'pending' })
    platform.clock.advance({ minutes: 1 })
    await platform.runDue()
    expect(await statusOf(offer.id)).toBe('paid')
  })
})

describe('while a payment is pending', () => {
  it('another is refused with 422, which names the policy and the payment', async () => {
    const offer = await madeOffer(seller)
    const pending = (await seller.pay(offer, card('pending'))).json<{
      id: string
      status: string
    }>()
    expect(pending).toMatchObject({ id: paymentId, status: 'pending' })
    expect(await statusOf(offer.id)).toBe('accepted')
    for (const again of [card('ok'), {}]) {
      expect(answer(await seller.pay(offer, again))).toStrictEqual(
        refused(
          422,
          'payment_pending',
          `Policy ${offer.id} already has a pending payment ${pending.id}.`,
        ),
      )
    }
  })

  it('two that start at the same moment are one payment and one refusal', async () => {
    const offer = await madeOffer(seller)
    const both = await Promise.all([
      seller.pay(offer, card('pending')),
      seller.pay(offer, card('pending')),
    ])
    expect(both.map((one) => one.statusCode).sort((a, b) => a - b)).toStrictEqual([200, 422])
  })
})

describe('a payment is refused with 400', () => {
  const notTheToken = 'The payment token does not belong to an offer with this policy_id.'

  it('and every member that the body lacks', async () => {
    expect(answer(await seller.post('/payments', {}))).toStrictEqual(
      invalid(missing('token'), missing('provider'), missing('method'), missing('policy_id')),
    )
  })

  it('and every member of the wrong kind', async () => {
    const body = { token: 5, provider: '', policy_id: [], sandbox: { outcome: 'luck' } }
    expect(answer(await seller.post('/payments', body))).toStrictEqual(
      invalid(
        wrong('token', 'string'),
        missing('provider'),
        missing('method'),
        wrong('policy_id', 'string'),
        wrong('sandbox.outcome', 'in'),
      ),
    )
  })

  it('for a wrong token', async () => {
    const offer = await madeOffer(seller)
    const payment = await seller.pay(offer, { token: '0'.repeat(64) })
    expect(answer(payment)).toStrictEqual(refused(400, 'wrong_payment_token', notTheToken))
    expect(await statusOf(offer.id)).toBe('ready')
  })

  it.each([`tpol_${'0'.repeat(28)}`, 'nonsense'])('for the policy %s', async (id) => {
    const offer = await madeOffer(seller)
    expect(answer(await seller.pay(offer, { policy_id: id }))).toStrictEqual(
      refused(400, 'wrong_payment_token', notTheToken),
    )
  })

  it('for a policy that is not the one of the token', async () => {
    const [first, second] = [await madeOffer(seller), await madeOffer(seller)]
    expect(answer(await seller.pay(first, { policy_id: second.id }))).toStrictEqual(
      refused(400, 'wrong_payment_token', notTheToken),
    )
  })

  it.each([
    ['invoice', 'card'],
    ['sandbox', 'invoice'],
  ])('for %s by %s, which the payment plan does not allow', async (provider, method) => {
    const offer = await madeOffer(seller)
    const allowed = 'It allows invoice/invoice, sandbox/card.'
    expect(answer(await seller.pay(offer, { provider, method }))).toStrictEqual(
      refused(
        400,
        'payment_method_not_in_plan',
        `The payment plan does not allow ${provider}/${method}. ${allowed}`,
      ),
    )
  })

  it('for a known provider that the payment plan does not have at all', async () => {
    const version = await pushedDraft(platform, 'cyber', {
      'product.yaml': (text) => text.replace('      - { provider: sandbox, method: card }\n', ''),
    })
    const body = { product_version_id: version }
    const offer = await madeOffer(seller, { quote: { body } })
    expect(answer(await seller.pay(offer, card('ok')))).toStrictEqual(
      refused(
        400,
        'payment_method_not_in_plan',
        'The payment plan does not allow sandbox/card. It allows invoice/invoice.',
      ),
    )
  })

  it('for a policy that is already paid, however it was paid', async () => {
    const policy = await soldPolicy(seller)
    for (const again of [{}, card('ok')]) {
      expect(answer(await seller.pay(policy, again))).toStrictEqual(
        refused(400, 'already_paid', `Policy ${policy.id} cannot be paid: it is already paid.`),
      )
    }
  })

  it('for a policy that is already cancelled', async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    await platform.runDue()
    expect(answer(await seller.pay(policy))).toStrictEqual(
      refused(400, 'already_paid', `Policy ${policy.id} cannot be paid: it is already cancelled.`),
    )
  })

  it('for an offer that has expired, before and after a job wrote that down', async () => {
    const offer = await madeOffer(seller)
    platform.clock.advance({ days: 30 })
    const expected = refused(
      400,
      'offer_expired',
      `Policy ${offer.id} cannot be paid: the offer has expired.`,
    )
    expect(answer(await seller.pay(offer))).toStrictEqual(expected)
    await platform.handlers.sweep({})
    expect(answer(await seller.pay(offer))).toStrictEqual(expected)
  })

  it('for a provider of test mode in a sale in earnest', async () => {
    const live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    expect(answer(await live.pay(await madeOffer(live), card('ok')))).toStrictEqual(
      refused(400, 'test_mode_only', 'The payment provider sandbox works in test mode only.'),
    )
  })
})

describe('a payment is refused', () => {
  it('with 404 when nobody knows the provider', async () => {
    const offer = await madeOffer(seller)
    const unknown = refused(
      404,
      'payment_provider_not_found',
      expect.stringContaining('payment provider barter cannot be identified'),
    )
    // Whatever else is wrong.
    const wrong = { ...offer, payment_token: 'made-up' }
    expect(answer(await seller.pay(wrong, { provider: 'barter' }))).toStrictEqual(unknown)
    expect(answer(await seller.pay(offer, { provider: 'barter' }))).toStrictEqual(unknown)
  })

  it('with 401 to a key that is not of this sale', async () => {
    const offer = await madeOffer(seller)
    const live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    for (const stranger of [other, live]) {
      expect(answer(await stranger.pay(offer))).toStrictEqual(
        refused(
          401,
          'key_of_another_account',
          expect.stringMatching(/^Not authorized for policy purchase/),
        ),
      )
    }
    expect(await statusOf(offer.id)).toBe('ready')
  })

  it('with 400 to a client that names a foreign offer without its token, and so learns nothing of it', async () => {
    const offer = await madeOffer(seller)
    expect(answer(await other.pay(offer, { token: 'a guess' }))).toStrictEqual(
      refused(
        400,
        'wrong_payment_token',
        'The payment token does not belong to an offer with this policy_id.',
      ),
    )
  })
})
