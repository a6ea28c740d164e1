import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { madeOffer, offerMedia, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { eventsOf, tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

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

describe('a client that repeats itself with the same Idempotency-Key', () => {
  it('twenty times at once makes one offer and hears of one', async () => {
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

  it('hears the same refusal again, although the reason has gone', async () => {
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

  it('pays once and hears twice that it has paid', async () => {
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

  it('cancels once and hears twice that it was accepted', async () => {
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

  it('but another request is refused', async () => {
    const seller = sellerOn(platform)
    const headers = { ...freshKey(), accept: offerMedia }
    const body = await offerBody()
    await seller.post('/policies', body, headers)
    const other = await seller.post('/policies', { ...body, first_name: 'Hanno' }, headers)
    expect(other.statusCode).toBe(422)
    expect(other.json()).toEqual({
      status: 'Unprocessable Entity',
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
