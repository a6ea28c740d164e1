import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const minted = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idFor = async (given: string) => {
  const response = await sellerOn(platform).get('/policies/nonsense', { 'x-request-id': given })
  return response.headers['x-request-id']
}

describe('the X-Request-Id of an answer', () => {
  it.each(['abc-1', 'trace:1.2_3', 'x'.repeat(100)])(
    'is the one of the request: %s',
    async (id) => {
      expect(await idFor(id)).toBe(id)
    },
  )

  it.each(['', 'two words', 'x'.repeat(101), '<script>', '"quoted"'])(
    'is a new one when the request’s could do harm: %s',
    async (id) => {
      expect(await idFor(id)).toMatch(minted)
    },
  )

  it('is another for each request that brings none', async () => {
    const [first, second] = [await sellerOn(platform).quote(), await sellerOn(platform).quote()]
    expect(first.headers['x-request-id']).toMatch(minted)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  it.each([
    ['a good answer', { url: '/healthz' }],
    ['a refusal without a key', { url: '/policies/nonsense' }],
    ['an unknown address', { url: '/nothing' }],
    ['an address that cannot be read', { url: '/offers/%E0%A4%A' }],
    ['a preflight', { method: 'OPTIONS', url: '/quotes' }],
    [
      'a body that is too large',
      { method: 'POST', url: '/payments/callbacks/sandbox', large: true },
    ],
  ] as const)('is on %s', async (_what, request) => {
    const response = await platform.app.inject({
      method: 'method' in request ? request.method : 'GET',
      url: request.url,
      headers: { 'x-request-id': 'asked-7', 'content-type': 'application/json' },
      ...('large' in request ? { payload: 'x'.repeat(1024 * 1024 + 1) } : {}),
    })
    expect(response.headers['x-request-id']).toBe('asked-7')
  })

  it('is on every line that the request left in the log', async () => {
    const before = platform.logLines.length
    await idFor('asked-8')
    const lines = platform.logLines.slice(before).map((line) => JSON.parse(line) as object)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatchObject({ request_id: 'asked-8' })
  })
})
