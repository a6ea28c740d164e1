import type { Response } from 'light-my-request'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import {
  type Seller,
  madeOffer,
  offerMedia,
  quoteMedia,
  sellerOn,
  soldPolicy,
} from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { answer, refused } from './words.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  seller = sellerOn(platform)
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

let keysChosen = 0
const newIdempotencyKey = () => `request-${(keysChosen += 1)}`

function quoteBody(data: JsonObject = {}): JsonObject {
  const demo = platform.demo.products['cyber']
  return {
    item_id: demo?.item_id ?? '',
    subscription_plan_id: demo?.subscription_plan_id ?? '',
    integration_id: demo?.integration_id ?? '',
    data: { ...demo?.quote, ...data },
  }
}

const quote = (key: string, body = quoteBody(), by = seller) =>
  by.post('/quotes', body, { accept: quoteMedia, 'idempotency-key': key })

/** The second answer is the first one, to the byte, and says that it was given before. */
function expectReplay(first: Response, second: Response): void {
  expect(first.headers).not.toHaveProperty('idempotency-replayed')
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect(second.statusCode).toBe(first.statusCode)
  expect(second.body).toBe(first.body)
  expect(second.headers['content-type']).toBe(first.headers['content-type'])
}

describe('a client that repeats itself with the same Idempotency-Key', () => {
  it('gets the same quote', async () => {
    const key = newIdempotencyKey()
    expectReplay(await quote(key), await quote(key))
  })

  it('makes one offer', async () => {
    const { token } = (await seller.quote()).json<{ token: string }>()
    const body = { ...platform.demo.products['cyber']?.policy, quote_token: token }
    const headers = { accept: offerMedia, 'idempotency-key': newIdempotencyKey() }
    const send = () => seller.post('/policies', body, headers)
    expectReplay(await send(), await send())
    const offers = await platform.db.query(sql`
      select id from policies where quote_id = ${`qu_${token.slice(0, 28)}`}`)
    expect(offers).toHaveLength(1)
  })

  it('pays once, and gets that payment again instead of a refusal', async () => {
    const offer = await madeOffer(seller)
    const body = {
      token: offer.payment_token,
      policy_id: offer.id,
      provider: 'invoice',
      method: 'invoice',
    }
    const headers = { 'idempotency-key': newIdempotencyKey() }
    const pay = () => seller.post('/payments', body, headers)
    expectReplay(await pay(), await pay())
  })

  it('cancels once, and gets 202 again instead of 409 or 422', async () => {
    const policy = await soldPolicy(seller)
    const body = { cancellation_reason: 'Moved.', termination_date: '2027-12-31' }
    const headers = { 'if-match': policy.version_id, 'idempotency-key': newIdempotencyKey() }
    const cancel = () => seller.post(`/policies/${policy.id}/cancel`, body, headers)
    const first = await cancel()
    expect(first.statusCode).toBe(202)
    expectReplay(first, await cancel())
    await platform.runDue()
    expectReplay(first, await cancel())
  })

  it('gets the same refusal, where the answer was one for good', async () => {
    const key = newIdempotencyKey()
    const declined = quoteBody(platform.demo.products['cyber']?.knockout)
    const first = await quote(key, declined)
    expect(answer(first)).toStrictEqual(refused(422, 'knockout', 'knockout'))
    expectReplay(first, await quote(key, declined))
  })

  it('is answered anew, where the answer was only for the moment', async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    const body = { cancellation_reason: 'Moved.', termination_date: '2027-12-31' }
    const headers = { 'if-match': policy.version_id, 'idempotency-key': newIdempotencyKey() }
    const cancel = () => seller.post(`/policies/${policy.id}/cancel`, body, headers)
    expect((await cancel()).statusCode).toBe(409)
    await platform.runDue()
    expect((await cancel()).statusCode).toBe(422)
  })

  it('at the same moment makes one offer, and at worst must wait', async () => {
    const { token } = (await seller.quote()).json<{ token: string }>()
    const body = { ...platform.demo.products['cyber']?.policy, quote_token: token }
    const headers = { accept: offerMedia, 'idempotency-key': newIdempotencyKey() }
    const send = () => seller.post('/policies', body, headers)
    const responses = await Promise.all([send(), send(), send(), send(), send()])
    for (const response of responses) expect([200, 409]).toContain(response.statusCode)
    const offers = await platform.db.query(sql`
      select id from policies where quote_id = ${`qu_${token.slice(0, 28)}`}`)
    expect(offers).toHaveLength(1)
  })
})

describe('an Idempotency-Key', () => {
  it('with another body is refused with 422', async () => {
    const key = newIdempotencyKey()
    await quote(key)
    expect(answer(await quote(key, quoteBody({ employee_number: 13 })))).toStrictEqual(
      refused(422, 'idempotency_key_reused', expect.stringContaining('used with another request')),
    )
  })

  it('with the same body for another address is refused with 422', async () => {
    const key = newIdempotencyKey()
    await quote(key)
    const elsewhere = await seller.post('/policies', quoteBody(), {
      accept: offerMedia,
      'idempotency-key': key,
    })
    expect(elsewhere.statusCode).toBe(422)
  })

  it('whose first request is still running is refused with 409', async () => {
    const key = newIdempotencyKey()
    await quote(key)
    await setRunning(key)
    expect(answer(await quote(key))).toStrictEqual(
      refused(409, 'first_request_in_progress', expect.stringContaining('still in progress')),
    )
  })

  it('whose first request died with its process is free again after a minute', async () => {
    const key = newIdempotencyKey()
    await quote(key)
    await setRunning(key)
    platform.clock.advance({ seconds: 61 })
    const again = await quote(key)
    expect(again.statusCode).toBe(200)
    expect(again.headers).not.toHaveProperty('idempotency-replayed')
  })

  it('is forgotten after a week', async () => {
    const key = newIdempotencyKey()
    await quote(key)
    platform.clock.advance({ days: 8 })
    await platform.handlers.sweep({})
    const again = await quote(key, quoteBody({ employee_number: 13 }))
    expect(again.statusCode).toBe(200)
  })

  it('is of one account and mode: others may choose the same', async () => {
    const key = newIdempotencyKey()
    const live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    for (const one of [seller, live, insurer]) {
      const response = await quote(key, quoteBody(), one)
      expect(response.statusCode).toBe(200)
      expect(response.headers).not.toHaveProperty('idempotency-replayed')
    }
  })

  it('may have 255 characters, and neither none nor more: 400', async () => {
    expect((await quote('k'.repeat(255))).statusCode).toBe(200)
    for (const key of ['k'.repeat(256), '']) {
      expect(answer(await quote(key))).toStrictEqual(
        refused(
          400,
          'wrong_idempotency_key',
          'The header Idempotency-Key must be one text of at most 255 characters.',
        ),
      )
    }
  })

  it('means nothing to a view', async () => {
    const offer = await madeOffer(seller)
    const headers = { 'idempotency-key': newIdempotencyKey() }
    await seller.get(`/offers/${offer.id}`, headers)
    await seller.pay(offer)
    const later = await seller.get(`/offers/${offer.id}`, headers)
    expect(later.json()).toMatchObject({ status: 'paid' })
  })
})

describe('a route that forgets to complete the reservation of its request', () => {
  it('answers no request that has a key, so that it is noticed', async () => {
    const forgetful = await openTestPlatform({
      beside: { platform, connection: platform.connection },
    })
    try {
      // By the name of a documented call, for every call has a permission.
      const schema = { operationId: 'listKeys', hide: true }
      const config = { access: 'key' } as const
      forgetful.app.post('/forgetful', { config, schema }, async () => [])
      const by = sellerOn(forgetful)
      expect((await by.post('/forgetful', {})).statusCode).toBe(200)
      const headers = { 'idempotency-key': newIdempotencyKey() }
      const failed = await by.post('/forgetful', {}, headers)
      expect(failed.statusCode).toBe(500)
      expect(failed.json()).toEqual({
        status: 'Internal Server Error',
        code: 'internal_error',
        message: expect.stringContaining(String(failed.headers['x-request-id'])),
      })
      const complaint = 'POST /forgetful did not complete'
      expect(forgetful.logLines.filter((line) => line.includes(complaint))).toHaveLength(1)
    } finally {
      await forgetful.close()
    }
  })
})

async function setRunning(key: string): Promise<void> {
  await platform.db.query(sql`
    update idempotency_keys set status = null where key = ${key}`)
}
