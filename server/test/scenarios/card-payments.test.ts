import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type OfferCreated, madeOffer, sellerOn } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { eventsOf, paymentsOf, tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())
afterEach(() => void vi.restoreAllMocks())

const soon = '2028-01-01'

/** An offer, and a card payment for it that ends as the sandbox was set to let it end. */
async function cardPayment(outcome: string) {
  const seller = sellerOn(platform)
  const offer = await madeOffer(seller, { quote: { data: { policy_start_date: soon } } })
  const answer = await payByCard(offer, outcome)
  const payment = answer.json<{ id: string; status: string }>()
  return { seller, offer, payment, answer }
}

const payByCard = (offer: OfferCreated, outcome: string) =>
  sellerOn(platform).pay(offer, { provider: 'sandbox', method: 'card', sandbox: { outcome } })

async function statusOf(path: string): Promise<string> {
  const answer = await sellerOn(platform).get(path)
  return answer.json<{ status: string }>().status
}

describe('a card payment that must be confirmed', () => {
  it('is pending, refuses a second attempt, and is paid by the signed callback', async () => {
    const { seller, offer, payment } = await cardPayment('pending')
    expect(payment.status).toBe('pending')
    expect(await statusOf(`/policies/${offer.id}`)).toBe('accepted')

    const second = await seller.pay(offer)
    expect(second.statusCode).toBe(422)
    expect(second.json()).toEqual({
      status: 'Unprocessable Entity',
      code: 'payment_pending',
      message: `Policy ${offer.id} already has a pending payment ${payment.id}.`,
    })

    const callback = await sandboxCallback(platform, { payment_id: payment.id, status: 'ok' })
    expect([callback.statusCode, callback.json()]).toEqual([200, { status: 'ok' }])
    expect(await statusOf(`/policies/${offer.id}`)).toBe('paid')
    const view = await seller.get(`/payments/${payment.id}`)
    expect(view.json()).toMatchObject({
      status: 'ok',
      charge_id: `sandbox-charge-${payment.id}`,
      error_code: null,
      reason: null,
    })
    expect(tally(await eventsOf(platform, offer.id, payment.id))).toEqual({
      'offer.created': 1,
      'payment.pending': 1,
      'payment.ok': 1,
      'policy.issued': 1,
    })
  })

  it('may be confirmed again and again, all at once: it is issued once', async () => {
    const { offer, payment } = await cardPayment('pending')
    const body = { payment_id: payment.id, status: 'ok' }
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => sandboxCallback(platform, body)),
    )
    expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 15 })
    expect((await sandboxCallback(platform, body)).statusCode).toBe(200)
    expect(tally(await eventsOf(platform, offer.id, payment.id))).toMatchObject({
      'payment.ok': 1,
      'policy.issued': 1,
    })
  })

  it('reported both ways at once is paid, once, because the money was there', async () => {
    for (let round = 0; round < 5; round++) {
      const { offer, payment } = await cardPayment('pending')
      await Promise.all(
        ['ok', 'failed', 'ok', 'failed'].map((status) =>
          sandboxCallback(platform, { payment_id: payment.id, status }),
        ),
      )
      expect(await statusOf(`/payments/${payment.id}`)).toBe('ok')
      expect(await statusOf(`/policies/${offer.id}`)).toBe('paid')
      const events = tally(await eventsOf(platform, offer.id, payment.id))
      expect(events).toMatchObject({ 'payment.ok': 1, 'policy.issued': 1 })
      // Whether it failed first or was said to fail afterwards, that has one event as well.
      expect(events['payment.failed'] ?? 0).toBe(events['payment.late'] ?? 0)
      expect(events['payment.in_doubt'] ?? 0).toBeLessThanOrEqual(1)
    }
  })

  it.each<[string, Forgery]>([
    ['forged', { secret: Buffer.from('forged') }],
    ['older than five minutes', { minutesAgo: 6 }],
    ['from the future', { minutesAgo: -6 }],
  ])('is not moved by a callback that is %s', async (_, { secret, minutesAgo = 0 }) => {
    const { offer, payment } = await cardPayment('pending')
    const sentAt = platform.clock().subtract({ minutes: minutesAgo })
    const answer = await sandboxCallback(
      platform,
      { payment_id: payment.id, status: 'ok' },
      { sentAt, ...(secret === undefined ? {} : { secret }) },
    )
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ status: 'Unauthorized' })
    expect(await statusOf(`/policies/${offer.id}`)).toBe('accepted')
  })

  it('is not moved by a callback without any signature', async () => {
    const { payment } = await cardPayment('pending')
    const payload: JsonObject = { payment_id: payment.id, status: 'ok' }
    const url = '/payments/callbacks/sandbox'
    const answer = await platform.app.inject({ method: 'POST', url, payload })
    expect(answer.statusCode).toBe(401)
    expect(await statusOf(`/payments/${payment.id}`)).toBe('pending')
  })

  it('is not found by a callback for a payment of another provider, or for none', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller, { quote: { data: { policy_start_date: soon } } })
    const invoiced = (await seller.pay(offer)).json<{ id: string }>()
    for (const id of [invoiced.id, 't0', '']) {
      const answer = await sandboxCallback(platform, { payment_id: id, status: 'failed' })
      expect(answer.statusCode).toBe(404)
    }
    expect(await statusOf(`/policies/${offer.id}`)).toBe('paid')
  })
})

interface Forgery {
  readonly secret?: Uint8Array
  readonly minutesAgo?: number
}

describe('a card that is declined', () => {
  it('leaves an offer that can be paid another way', async () => {
    const { seller, offer, payment, answer } = await cardPayment('failed')
    expect(answer.statusCode).toBe(200)
    expect(payment.status).toBe('failed')
    expect((await seller.get(`/payments/${payment.id}`)).json()).toMatchObject({
      status: 'failed',
      error_code: 'card_declined',
      reason: 'The card was declined.',
      charge_id: null,
    })
    expect((await seller.get(`/offers/${offer.id}`)).json()).toMatchObject({
      status: 'ready',
      accepted_at: null,
    })
    expect((await seller.pay(offer)).json()).toMatchObject({ status: 'ok' })
    expect((await paymentsOf(platform, offer.id)).map(({ status }) => status).toSorted()).toEqual([
      'failed',
      'ok',
    ])
    expect(await statusOf(`/policies/${offer.id}`)).toBe('paid')
  })

  it('by the card holder, after a while, leaves an offer that can be paid too', async () => {
    const { offer, payment } = await cardPayment('pending')
    await sandboxCallback(platform, { payment_id: payment.id, status: 'failed' })
    expect(await statusOf(`/policies/${offer.id}`)).toBe('ready')
    expect((await payByCard(offer, 'ok')).json()).toMatchObject({ status: 'ok' })
  })

  it('after the offer has run out leaves an expired one', async () => {
    const { offer, payment } = await cardPayment('pending')
    platform.clock.advance({ days: 30 })
    expect(await statusOf(`/offers/${offer.id}`)).toBe('accepted')
    await sandboxCallback(platform, { payment_id: payment.id, status: 'failed' })
    expect(await statusOf(`/offers/${offer.id}`)).toBe('expired')
  })
})

describe('a payment left in doubt', () => {
  it('whose answer got lost is settled by a job, and the policy is issued once', async () => {
    // The provider has ten seconds to answer; the story does not wait that long.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    const { offer, payment, answer } = await cardPayment('timeout')
    expect([answer.statusCode, payment.status]).toEqual([200, 'pending'])
    expect(await statusOf(`/policies/${offer.id}`)).toBe('accepted')
    await platform.runDue()
    expect(await statusOf(`/payments/${payment.id}`)).toBe('pending')
    platform.clock.advance({ seconds: 30 })
    await platform.runDue()
    expect(await statusOf(`/payments/${payment.id}`)).toBe('ok')
    expect(await statusOf(`/policies/${offer.id}`)).toBe('paid')
    platform.clock.advance({ hours: 1 })
    await platform.runDue()
    await platform.handlers.settle_payment({ paymentId: payment.id as `t${string}` }) // Its own id.
    expect(tally(await eventsOf(platform, offer.id, payment.id))).toMatchObject({
      'payment.pending': 1,
      'payment.ok': 1,
      'policy.issued': 1,
    })
  })

  it('that nobody confirms within two days has failed', async () => {
    const { offer, payment } = await cardPayment('pending')
    platform.clock.advance({ hours: 47, minutes: 59 })
    await platform.runDue()
    expect(await statusOf(`/payments/${payment.id}`)).toBe('pending')
    platform.clock.advance({ minutes: 10 })
    await platform.runDue()
    const view = await sellerOn(platform).get(`/payments/${payment.id}`)
    expect(view.json()).toMatchObject({ status: 'failed', error_code: 'not_confirmed' })
    expect(await statusOf(`/policies/${offer.id}`)).toBe('ready')
  })

  it('in live mode cannot arise with the sandbox: it works in test mode only', async () => {
    const seller = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    const offer = await madeOffer(seller, { quote: { data: { policy_start_date: soon } } })
    const answer = await seller.pay(offer, { provider: 'sandbox', method: 'card' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      message: 'The payment provider sandbox works in test mode only.',
    })
  })
})
