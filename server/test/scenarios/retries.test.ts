import type { Response } from 'light-my-request'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { type Seller, madeOffer, offerMedia, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { untilWaiting } from '../support/waiting.ts'
import { eventsOf, paymentsOf, tally } from './records.ts'

let platform: TestPlatform
let other: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  other = await openTestPlatform({ beside: { platform, connection: platform.connection } })
})
afterAll(async () => {
  await other.close()
  await platform.close()
})

let keys = 0
function freshKey(): { 'idempotency-key': string } {
  keys += 1
  return { 'idempotency-key': `retry ${keys}` }
}

async function offerBody() {
  const quote = await sellerOn(platform).quote()
  const { token } = quote.json<{ token: string }>()
  return { ...platform.demo.products['cyber']?.policy, quote_token: token }
}

async function offersMade(): Promise<number> {
  const [row] = await platform.db.query<{ made: number }>(
    sql`select count(*) as made from policies`,
  )
  return row?.made ?? 0
}

/**
 * Sends a request that must wait for its policy until its reservation is old, and the same again to another
 * server, which takes the reservation over and waits as well; then both go on.
 */
async function whileOneStandsStill(
  policyId: string,
  send: (seller: Seller) => Promise<Response>,
): Promise<readonly [slow: Response, quick: Response]> {
  await madeOffer(bikesOn(other)) // It has its product at hand then, or the first waits too long.
  const holder = new Client({ ...platform.connection })
  await holder.connect()
  let isOver = false
  try {
    await holder.query('begin')
    await holder.query('select from policies where id = $1 for update', [policyId])
    const slow = send(bikesOn(platform))
    await untilWaiting(platform, 1)
    platform.clock.advance({ seconds: 61 })
    const quick = send(bikesOn(other))
    await Promise.race([untilWaiting(platform, 2, () => isOver), slow.then(gaveUp)])
    await holder.query('commit')
    return [await slow, await quick]
  } finally {
    isOver = true
    await holder.end()
  }
}

function gaveUp(): never {
  throw new Error('the first request gave up before the second one came')
}

const bikesOn = (one: TestPlatform) => sellerOn(one, { product: 'bike' })

describe('a client that repeats itself with the same Idempotency-Key', () => {
  it('twenty times at once makes one offer and gets that one', async () => {
    const seller = sellerOn(platform)
    const headers = { ...freshKey(), accept: offerMedia }
    const body = await offerBody()
    const before = await offersMade()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => seller.post('/policies', body, headers)),
    )
    const statuses = tally(answers.map((answer) => answer.statusCode))
    expect(Object.keys(statuses).filter((status) => !['200', '409'].includes(status))).toEqual([])
    const bodies = answers.filter((one) => one.statusCode === 200).map((one) => one.body)
    expect(new Set(bodies).size).toBe(1)
    expect(await offersMade()).toBe(before + 1)
    const later = await seller.post('/policies', body, headers)
    expect([later.statusCode, later.body]).toEqual([200, bodies[0]])
    expect(later.headers['idempotency-replayed']).toBe('true')
    expect(await offersMade()).toBe(before + 1)
  })

  it('gets the same refusal again, although the reason has gone', async () => {
    const seller = sellerOn(platform)
    const headers = { ...freshKey(), accept: offerMedia }
    const body = { ...(await offerBody()), language: 'fr' }
    const [first, second] = [
      await seller.post('/policies', body, headers),
      await seller.post('/policies', body, headers),
    ]
    expect(first.statusCode).toBe(400)
    expect([second.statusCode, second.body]).toEqual([400, first.body])
  })

  it('pays once and gets twice that it has paid', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller)
    const body = {
      token: offer.payment_token,
      policy_id: offer.id,
      provider: 'invoice',
      method: 'invoice',
    }
    const headers = freshKey()
    const [first, second] = [
      await seller.post('/payments', body, headers),
      await seller.post('/payments', body, headers),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.body).toBe(first.body)
    expect(tally(await eventsOf(platform, offer.id))['policy.issued']).toBe(1)
  })

  it('cancels once and gets twice that it was accepted', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    const headers = { ...freshKey(), 'if-match': policy.version_id }
    const body = { cancellation_reason: 'Moved.', termination_date: '2027-12-31' }
    const path = `/policies/${policy.id}/cancel`
    const [first, second] = [
      await seller.post(path, body, headers),
      await seller.post(path, body, headers),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([202, 202])
    expect(second.body).toBe(first.body)
  })

  it('while the first request stands still, on another server, pays once', async () => {
    for (const [provider, method] of [
      ['invoice', 'invoice'],
      ['sandbox', 'card'],
    ] as const) {
      const offer = await madeOffer(bikesOn(platform))
      const { id: policy_id, payment_token: token } = offer
      const payment = { policy_id, token, provider, method }
      const headers = freshKey()
      const pay = (seller: Seller) => seller.post('/payments', payment, headers)
      const [slow, quick] = await whileOneStandsStill(offer.id, pay)
      expect([slow.statusCode, quick.statusCode]).toEqual([409, 200])
      const again = await pay(sellerOn(platform))
      expect([again.statusCode, again.body]).toEqual([200, quick.body])
      const payments = await paymentsOf(platform, offer.id)
      expect(tally(payments.map((one) => one.status))).toEqual({ ok: 1 })
    }
  })

  it('while the first request stands still, on another server, cancels once', async () => {
    const policy = await soldPolicy(bikesOn(platform))
    const headers = { ...freshKey(), 'if-match': policy.version_id }
    const cancellation = { cancellation_reason: 'Moved.', termination_date: '2027-12-31' }
    const cancel = (seller: Seller) =>
      seller.post(`/policies/${policy.id}/cancel`, cancellation, headers)
    const [slow, quick] = await whileOneStandsStill(policy.id, cancel)
    expect([slow.statusCode, quick.statusCode]).toEqual([409, 202])
    const inProgress = /first request with this Idempotency-Key is still in progress/
    expect(slow.json<{ message: string }>().message).toMatch(inProgress)
    expect((await cancel(sellerOn(platform))).body).toBe(quick.body)
    expect(tally(await eventsOf(platform, policy.id))['policy.cancellation_requested']).toBe(1)
  })

  it('but another request is refused', async () => {
    const seller = sellerOn(platform)
    const headers = { ...freshKey(), accept: offerMedia }
    const body = await offerBody()
    await seller.post('/policies', body, headers)
    const other = await seller.post('/policies', { ...body, first_name: 'Hanno' }, headers)
    expect(other.statusCode).toBe(422)
    expect(other.json()).toEqual({
      status: 'Unprocessable Entity',
      code: 'idempotency_key_reused',
      message:
        'This Idempotency-Key was used with another request. Choose a new key for a new request.',
    })
  })

  it('as another account or in the other mode is somebody else', async () => {
    const seller = sellerOn(platform)
    const live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    const headers = { ...freshKey(), accept: offerMedia }
    await seller.post('/policies', await offerBody(), headers)
    const answer = await live.post('/policies', await offerBody(), headers)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ message: 'The quote token is invalid.' })
  })

  it('after a week is taken at its word again', async () => {
    const seller = sellerOn(platform)
    const headers = { ...freshKey(), accept: offerMedia }
    const body = await offerBody()
    const first = await seller.post('/policies', body, headers)
    platform.clock.advance({ days: 7, seconds: 1 })
    await platform.handlers.sweep({})
    const second = await seller.post('/policies', body, headers)
    expect(second.statusCode).toBe(200)
    expect(second.json<{ id: string }>().id).not.toBe(first.json<{ id: string }>().id)
  })
})
