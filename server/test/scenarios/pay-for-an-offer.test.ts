import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/http/index.ts'
import { openPlatform } from '../../src/platform.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform, testSandboxSecret } from '../support/platform.ts'
import { testAddress } from '../support/test-start.ts'
import { eventsOf, paymentsOf, tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const clicks = 25

describe('paying twice at once', () => {
  it.each([
    ['by invoice', { provider: 'invoice', method: 'invoice' }],
    ['by card', { provider: 'sandbox', method: 'card' }],
  ])('%s takes the money once and issues one policy', async (_, means) => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller)
    const answers = await Promise.all(
      Array.from({ length: clicks }, () => seller.pay(offer, means)),
    )
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => ![200, 400, 422].includes(status))).toEqual([])
    const payments = await paymentsOf(platform, offer.id)
    expect(payments.map((payment) => payment.status)).toEqual(['ok'])
    const paid = answers.find((answer) => answer.statusCode === 200)
    expect(paid?.json()).toMatchObject({ id: payments[0]?.id, status: 'ok' })
    expect(tally(await eventsOf(platform, offer.id, payments[0]?.id ?? ''))).toEqual({
      'offer.created': 1,
      'payment.ok': 1,
      'policy.issued': 1,
      ...(means.provider === 'sandbox' ? { 'payment.pending': 1 } : {}),
    })
  })

  it('by invoice and by card still takes it once', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller)
    const answers = await Promise.all(
      Array.from({ length: clicks }, (_, n) =>
        seller.pay(offer, n % 2 === 0 ? {} : { provider: 'sandbox', method: 'card' }),
      ),
    )
    expect(tally((await paymentsOf(platform, offer.id)).map(({ status }) => status))).toEqual({
      ok: 1,
    })
    expect(tally(answers.map((answer) => answer.statusCode))).toMatchObject({ 200: 1 })
    expect(tally(await eventsOf(platform, offer.id))['policy.issued']).toBe(1)
  })

  it('through two servers on one database still takes it once', async () => {
    const log = pino({ level: 'silent' })
    const second = await openPlatform({
      db: platform.db,
      clock: platform.clock,
      keyRing: platform.keyRing,
      publicUrl: testAddress,
      sandboxSecret: testSandboxSecret,
      log,
    })
    const app = await buildApp(second, {
      log,
      vendor: 'bindery',
      publicUrl: testAddress,
      requestsPerMinuteMax: 1_000_000,
    })
    const sellers = [sellerOn(platform), sellerOn({ ...platform, app })]
    try {
      const offer = await madeOffer(sellerOn(platform))
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => sellers.map((seller) => seller.pay(offer))).flat(),
      )
      expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 1, 400: 9 })
    } finally {
      await app.close()
      await second.close()
    }
  })

  it('for many offers at the same time issues each of them once', async () => {
    const seller = sellerOn(platform)
    const offers = await Promise.all(Array.from({ length: 12 }, () => madeOffer(seller)))
    const answers = await Promise.all(
      [...offers, ...offers, ...offers].map((offer) => seller.pay(offer)),
    )
    expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 12, 400: 24 })
    for (const offer of offers) {
      expect(await eventsOf(platform, offer.id)).toEqual(['offer.created', 'policy.issued'])
    }
  })
})

describe('paying again', () => {
  it('for a policy that is paid is refused, and says so', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller)
    await seller.pay(offer)
    const again = await seller.pay(offer)
    expect(again.statusCode).toBe(400)
    expect(again.json()).toEqual({
      status: 'Bad Request',
      code: 'already_paid',
      message: `Policy ${offer.id} cannot be paid: it is already paid.`,
    })
  })
})

describe('paying late', () => {
  it('works up to the last moment of the offer and is refused from then on', async () => {
    const seller = sellerOn(platform)
    const start = platform.clock()
    const [punctual, late] = [await madeOffer(seller), await madeOffer(seller)]
    platform.clock.set(start.add({ hours: 24 * 30 }).subtract({ seconds: 1 }))
    expect((await seller.pay(punctual)).statusCode).toBe(200)
    platform.clock.set(start.add({ hours: 24 * 30 }))
    const refused = await seller.pay(late)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toEqual({
      status: 'Bad Request',
      code: 'offer_expired',
      message: `Policy ${late.id} cannot be paid: the offer has expired.`,
    })
    expect((await seller.get(`/offers/${late.id}`)).json()).toMatchObject({ status: 'expired' })
    expect(await paymentsOf(platform, late.id)).toEqual([])
  })

  it('is refused in the same words once the sweep has written the expiry down', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller, { quote: { data: { policy_start_date: '2028-01-01' } } })
    platform.clock.advance({ days: 30 })
    await platform.handlers.sweep({})
    await platform.handlers.sweep({})
    expect(await eventsOf(platform, offer.id)).toEqual(['offer.created', 'offer.expired'])
    const refused = await seller.pay(offer)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      message: `Policy ${offer.id} cannot be paid: the offer has expired.`,
    })
  })
})
