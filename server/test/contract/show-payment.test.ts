import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { answer, idOf, paymentId, refused, textAt } from './words.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  seller = sellerOn(platform)
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

async function paidByCard(outcome: string): Promise<JsonObject> {
  const offer = await madeOffer(seller)
  const card = { provider: 'sandbox', method: 'card', sandbox: { outcome } }
  const { id } = (await seller.pay(offer, card)).json<{ id: string }>()
  return (await seller.get(`/payments/${id}`)).json<JsonObject>()
}

describe('a payment, viewed', () => {
  it('shows every field of the contract and no other', async () => {
    const policy = await soldPolicy(seller)
    const response = await seller.get(`/payments/${policy.payment_id}`)
    expect(answer(response)).toStrictEqual({
      code: 200,
      body: {
        object: 'payment',
        id: paymentId,
        livemode: false,
        provider: 'invoice',
        method: 'invoice',
        status: 'ok',
        policy_id: policy.id,
        amount: 146241,
        currency: 'eur',
        charge_id: null,
        fee: 0,
        reference: null,
        token: policy.payment_token,
        reason: null,
        processed_at: '2027-03-01T09:00:00+00:00',
        error_code: null,
        metadata: [],
        transaction_metadata: [],
        customer_id: idOf('tcu'),
        refunds: [],
        _links: { _self: { href: `http://bindery.test/payments/${policy.payment_id}` } },
      },
    })
  })

  it('belongs to the customer of its policy', async () => {
    const policy = await soldPolicy(seller)
    const { customer_id: customer } = (
      await seller.get(`/policies/${policy.id}`)
    ).json<JsonObject>()
    expect((await seller.get(`/payments/${policy.payment_id}`)).json()).toMatchObject({
      customer_id: customer,
    })
  })

  it('names the charge of a card', async () => {
    const payment = await paidByCard('ok')
    expect(payment).toMatchObject({
      status: 'ok',
      charge_id: `sandbox-charge-${textAt(payment, 'id')}`,
      reason: null,
      error_code: null,
    })
  })

  it('says why it failed', async () => {
    expect(await paidByCard('failed')).toMatchObject({
      status: 'failed',
      charge_id: null,
      reason: 'The card was declined.',
      error_code: 'card_declined',
      processed_at: '2027-03-01T09:00:00+00:00',
    })
  })

  it('has not been processed while it is pending', async () => {
    expect(await paidByCard('pending')).toMatchObject({
      status: 'pending',
      charge_id: null,
      processed_at: null,
    })
  })

  it('lists what was given back after a cancellation', async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id, { termination_date: '2027-12-28' })
    await platform.runDue()
    const cancelled = (await seller.get(`/policies/${policy.id}`)).json<JsonObject>()
    const { refunds } = (await seller.get(`/payments/${policy.payment_id}`)).json<JsonObject>()
    expect(refunds).toStrictEqual([
      {
        object: 'refund',
        id: idOf('ref'),
        status: 'ok',
        method: 'pro_rata',
        // 183 of the 366 days from 29 June 2027 are used: half of 1462.41, and the cent is kept.
        amount: 73120,
        currency: 'eur',
        policy_version_id: cancelled['version_id'],
        reference: null,
        reason: null,
        created_at: '2027-03-01T09:00:00+00:00',
        processed_at: '2027-03-01T09:00:00+00:00',
      },
    ])
  })

  it('is shown to the insurer as well', async () => {
    const policy = await soldPolicy(seller)
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    expect((await insurer.get(`/payments/${policy.payment_id}`)).statusCode).toBe(200)
  })
})

describe('a payment is not shown', () => {
  const silent = { code: 404, body: { status: 'Not Found' } }

  it.each([`t${'0'.repeat(32)}`, 'nonsense', '%00', 'callbacks'])(
    'when there is none with the id %s: 404 with the status alone',
    async (id) => {
      expect(answer(await seller.get(`/payments/${id}`))).toStrictEqual(silent)
    },
  )

  it('to another distributor or to a live key: 404 with the status alone', async () => {
    const policy = await soldPolicy(seller)
    for (const secretKey of [platform.demo.other.test.secret, platform.demo.keys.live.secret]) {
      const other = sellerOn(platform, { secretKey })
      expect(answer(await other.get(`/payments/${policy.payment_id}`))).toStrictEqual(silent)
    }
  })

  it('to a public key: 401', async () => {
    const policy = await soldPolicy(seller)
    const shop = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    expect(answer(await shop.get(`/payments/${policy.payment_id}`))).toStrictEqual(
      refused(401, 'secret_key_required', expect.stringMatching(/^Authentication is required/)),
    )
  })
})
