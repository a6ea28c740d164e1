import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const origin = 'https://shop.example'

describe("a browser's preflight", () => {
  it.each(['/quotes', '/policies', '/payments', '/policies/tpol_1/cancel'])(
    'of %s is allowed from every page, with the headers of the contract',
    async (url) => {
      const response = await platform.app.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      })
      expect(response.statusCode).toBe(204)
      expect(response.body).toBe('')
      expect(response.headers['access-control-allow-origin']).toBe('*')
      expect(listOf(response.headers['access-control-allow-methods'])).toEqual(
        expect.arrayContaining(['get', 'post']),
      )
      expect(listOf(response.headers['access-control-allow-headers'])).toEqual(
        expect.arrayContaining([
          'accept',
          'authentication',
          'authorization',
          'content-type',
          'idempotency-key',
          'if-match',
          'x-request-id',
        ]),
      )
    },
  )
})

describe('an answer to a page', () => {
  it('may be read by it, with the headers that it needs', async () => {
    const response = await sellerOn(platform).get('/policies/nonsense', { origin })
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(listOf(response.headers['access-control-expose-headers'])).toEqual(
      expect.arrayContaining(['etag', 'link', 'retry-after', 'x-request-id']),
    )
  })

  it.each(['/quotes', '/nothing', '/offers/%E0%A4%A'])(
    'may be read even when %s refuses',
    async (url) => {
      const response = await platform.app.inject({ method: 'POST', url, headers: { origin } })
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.headers['access-control-allow-origin']).toBe('*')
    },
  )

  it('never invites cookies', async () => {
    const response = await sellerOn(platform).get('/policies/nonsense', { origin })
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(response.headers).not.toHaveProperty('set-cookie')
  })

  it('to a server has none of these headers', async () => {
    const response = await sellerOn(platform).get('/policies/nonsense')
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

function listOf(header: unknown): string[] {
  return String(header)
    .toLowerCase()
    .split(/\s*,\s*/)
}
