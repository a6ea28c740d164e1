import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Seller, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { answer, refused } from './words.ts'

const requestsPerMinuteMax = 3

let platform: TestPlatform
let seller: Seller
beforeEach(async () => {
  await platform?.close()
  platform = await openTestPlatform({ requestsPerMinuteMax })
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

const ask = () => seller.get('/policies/nonsense')
const wholeSeconds = /^[1-9]\d?$/

describe('the rate limit of a key', () => {
  it('is shown in the headers of every answer, also of a refusal', async () => {
    const remaining: unknown[] = []
    for (const response of [await ask(), await seller.quote(), await ask()]) {
      expect(response.headers['ratelimit-limit']).toBe('3')
      expect(response.headers['ratelimit-reset']).toMatch(wholeSeconds)
      remaining.push(response.headers['ratelimit-remaining'])
    }
    expect(remaining).toStrictEqual(['2', '1', '0'])
  })

  it('refuses what is more with 429 and says when to come back', async () => {
    for (let asked = 0; asked < requestsPerMinuteMax; asked += 1) await ask()
    const response = await ask()
    expect(answer(response)).toStrictEqual(
      refused(
        429,
        'rate_limited',
        expect.stringMatching(/^This key has made more than 3 requests within a minute/),
      ),
    )
    expect(response.headers['retry-after']).toMatch(wholeSeconds)
  })

  it('is shown in the headers of the very answer that refuses, too', async () => {
    for (let asked = 0; asked < requestsPerMinuteMax; asked += 1) await ask()
    const { headers } = await ask()
    expect(headers['ratelimit-limit']).toBe('3')
    expect(headers['ratelimit-remaining']).toBe('0')
    expect(headers['ratelimit-reset']).toMatch(wholeSeconds)
  })

  it('leaves other keys alone, even of the same account', async () => {
    for (let asked = 0; asked <= requestsPerMinuteMax; asked += 1) await ask()
    const { keys, other } = platform.demo
    const shop = sellerOn(platform, { publicKey: keys.test.public })
    const partner = sellerOn(platform, { secretKey: other.test.secret })
    for (const one of [shop, partner]) {
      expect((await one.get('/policies/nonsense')).statusCode).toBe(404)
    }
  })

  it('does not stop what needs no key', async () => {
    for (let asked = 0; asked <= requestsPerMinuteMax; asked += 1) await ask()
    const health = await platform.app.inject({ url: '/healthz' })
    expect(health.statusCode).toBe(200)
  })
})
