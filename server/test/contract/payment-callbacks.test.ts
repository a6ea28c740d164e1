import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type OfferCreated, type Seller, madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { answer, refused } from './words.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

async function pendingPayment(): Promise<{ offer: OfferCreated; id: string }> {
  const offer = await madeOffer(seller)
  const card = { provider: 'sandbox', method: 'card', sandbox: { outcome: 'pending' } }
  const { id } = (await seller.pay(offer, card)).json<{ id: string }>()
  return { offer, id }
}

describe('a payment that nobody confirms', () => {
  it('is pending for 48 hours and has failed then, so that the offer can be paid again', async () => {
    const { offer, id } = await pendingPayment()
    platform.clock.advance({ hours: 47 })
    await platform.runDue()
    expect((await seller.get(`/payments/${id}`)).json()).toMatchObject({ status: 'pending' })
    platform.clock.advance({ hours: 1 })
    await platform.runDue()
    expect((await seller.get(`/payments/${id}`)).json()).toMatchObject({
      status: 'failed',
      error_code: 'not_confirmed',
    })
    expect((await seller.pay(offer)).json()).toMatchObject({ status: 'ok' })
    platform.clock.set(testStart)
  })
})

const done = { code: 200, body: { status: 'ok' } }

describe("a payment provider's callback", () => {
  it('makes a pending payment ok and the offer a policy, once, however often it comes', async () => {
    const { offer, id } = await pendingPayment()
    const body = { payment_id: id, status: 'ok' }
    expect(answer(await sandboxCallback(platform, body))).toStrictEqual(done)
    expect(answer(await sandboxCallback(platform, body))).toStrictEqual(done)
    expect((await seller.get(`/payments/${id}`)).json()).toMatchObject({
      status: 'ok',
      charge_id: `sandbox-charge-${id}`,
      processed_at: '2027-03-01T09:00:00+00:00',
    })
    expect((await seller.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'paid' })
    const events = await platform.db.query(sql`
      select type from events where type = 'payment.ok' and subject_id = ${id}`)
    expect(events).toHaveLength(1)
  })

  it('makes a pending payment fail, and the offer can be paid again', async () => {
    const { offer, id } = await pendingPayment()
    const failed = await sandboxCallback(platform, { payment_id: id, status: 'failed' })
    expect(answer(failed)).toStrictEqual(done)
    expect((await seller.get(`/payments/${id}`)).json()).toMatchObject({
      status: 'failed',
      error_code: 'not_confirmed',
    })
    expect((await seller.pay(offer)).json()).toMatchObject({ status: 'ok' })
  })

  it('that contradicts an earlier one is taken, so that it is not sent for ever: 200', async () => {
    const { offer, id } = await pendingPayment()
    for (const status of ['ok', 'failed', 'failed', 'ok', 'failed']) {
      const taken = await sandboxCallback(platform, { payment_id: id, status })
      expect(answer(taken)).toStrictEqual(done)
    }
    expect((await seller.get(`/payments/${id}`)).json()).toMatchObject({ status: 'ok' })
    expect((await seller.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'paid' })
  })

  it('that reports money after the payment had failed is taken: 200', async () => {
    const { offer, id } = await pendingPayment()
    for (const status of ['failed', 'ok', 'ok']) {
      const taken = await sandboxCallback(platform, { payment_id: id, status })
      expect(answer(taken)).toStrictEqual(done)
    }
    expect((await seller.get(`/payments/${id}`)).json()).toMatchObject({
      status: 'ok',
      charge_id: `sandbox-charge-${id}`,
      error_code: null,
    })
    expect((await seller.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'paid' })
  })

  it('that names another amount issues no policy, and the money is given back: 200', async () => {
    const { offer, id } = await pendingPayment()
    const wrong = { payment_id: id, status: 'ok', amount: 1_00, currency: 'eur' }
    expect(answer(await sandboxCallback(platform, wrong))).toStrictEqual(done)
    await platform.runDue()
    expect((await seller.get(`/payments/${id}`)).json()).toMatchObject({
      status: 'failed',
      error_code: 'wrong_amount',
      charge_id: `sandbox-charge-${id}`,
      refunds: [{ status: 'ok', method: 'whole', amount: 1_00, policy_version_id: null }],
    })
    expect((await seller.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'ready' })
  })

  it('counts only when the provider signed it, and lately: 401', async () => {
    const { offer, id } = await pendingPayment()
    const body = { payment_id: id, status: 'ok' }
    const expected = refused(
      401,
      'callback_unsigned',
      expect.stringMatching(/^Authentication is required/),
    )
    const secret = Buffer.from('another secret altogether, so it is')
    expect(answer(await sandboxCallback(platform, body, { secret }))).toStrictEqual(expected)
    const sentAt = platform.clock().subtract({ seconds: 301 })
    expect(answer(await sandboxCallback(platform, body, { sentAt }))).toStrictEqual(expected)
    const unsigned = await seller.post('/payments/callbacks/sandbox', body)
    expect(answer(unsigned)).toStrictEqual(expected)
    expect((await seller.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'accepted' })
  })

  it('is refused for a payment that does not exist, or that another provider took: 404', async () => {
    const invoiced = await seller.pay(await madeOffer(seller))
    for (const id of [`t${'0'.repeat(32)}`, invoiced.json<{ id: string }>().id]) {
      const response = await sandboxCallback(platform, { payment_id: id, status: 'ok' })
      expect(answer(response)).toStrictEqual(
        refused(404, 'payment_not_found', `Payment ${id} was not found.`),
      )
    }
  })

  it.each(['invoice', 'nobody'])('is not expected from the provider %s: 404', async (provider) => {
    const response = await seller.post(`/payments/callbacks/${provider}`, {})
    expect(answer(response)).toStrictEqual(
      refused(404, 'no_callbacks', `The payment provider ${provider} sends no callbacks.`),
    )
  })
})
