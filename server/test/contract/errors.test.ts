import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, quoteMedia, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { aMessage, answer, refused } from './words.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

/** Sends a body to POST /quotes exactly as it is. */
const sendQuote = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  platform.app.inject({
    method: 'POST',
    url: '/quotes',
    payload,
    headers: {
      authorization: `Bearer ${platform.demo.keys.test.secret}`,
      accept: quoteMedia,
      'content-type': 'application/json',
      ...headers,
    },
  })

const malformed = (message: unknown, code = 'not_json') => refused(400, code, message)
const oneMebibyte = 1024 * 1024

describe('a body that cannot be read is refused with 400', () => {
  it.each([
    ['cut short', '{"item_id": "ins', expect.stringMatching(/^The request body is not valid JSON/)],
    ['not JSON', 'item_id=ins_1', expect.stringMatching(/^The request body is not valid JSON/)],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'The request body is not valid UTF-8.'],
    [
      'with a NUL character',
      '{"data": {"a": ["\\u0000"]}}',
      'The request body has a NUL character in a text at data.a.0.',
    ],
    [
      'with half a character',
      '{"data": {"a": "\\ud800"}}',
      'The request body has half a surrogate pair in a text at data.a.',
    ],
    [
      'with a number that cannot be held exactly',
      '{"data": {"a": 9007199254740993}}',
      'The request body has a whole number beyond 2^53, which cannot be held exactly at data.a.',
    ],
    [
      'with a number beyond all bounds',
      '{"data": {"a": 1e999}}',
      'The request body has a number beyond all bounds at data.a.',
    ],
    [
      'with a name that reaches into the machine',
      '{"data": {"__proto__": {"admin": true}}}',
      'The request body uses a reserved name at data.__proto__.',
    ],
  ])('when it is %s', async (_what, payload, message) => {
    expect(answer(await sendQuote(payload))).toStrictEqual(malformed(message))
  })

  it.each(['[]', '"quote"', 'null'])('when it is %s, which is no object', async (payload) => {
    const message = 'The request body must be a JSON object.'
    expect(answer(await sendQuote(payload))).toStrictEqual(malformed(message, 'not_an_object'))
  })

  it('when it is nested deeper than 32 levels', async () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    expect(answer(await sendQuote(nested(33)))).toStrictEqual(
      malformed(expect.stringContaining('nested deeper than 32 levels')),
    )
    expect((await sendQuote(nested(32))).json<JsonObject>()['errors']).toHaveLength(4)
  })

  it('when it has more than 10,000 members', async () => {
    const wide = (members: number) =>
      JSON.stringify({
        data: Object.fromEntries(Array.from({ length: members }, (_, at) => [`m${at}`, 1])),
      })
    expect(answer(await sendQuote(wide(10_000)))).toStrictEqual(
      malformed(expect.stringContaining('more than 10000 members')),
    )
    expect((await sendQuote(wide(9_999))).json<JsonObject>()['errors']).toHaveLength(3)
  })
})

it('a body that is shorter than its length says is refused with 400', async () => {
  const response = await sendQuote('{}', { 'content-length': '5' })
  expect(answer(response)).toStrictEqual(refused(400, 'malformed_request', aMessage))
})

describe('a body', () => {
  it('may be one mebibyte long, and not a byte longer: 413', async () => {
    const padded = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
    expect((await sendQuote(padded(oneMebibyte))).statusCode).toBe(400)
    expect(answer(await sendQuote(padded(oneMebibyte + 1)))).toStrictEqual(
      refused(413, 'body_too_large', aMessage),
    )
  })

  it('that is empty counts as an empty object', async () => {
    expect((await sendQuote('')).json()).toStrictEqual((await sendQuote('{}')).json())
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'of type %s is refused with 415',
    async (type) => {
      const response = await sendQuote('{}', { 'content-type': type })
      expect(answer(response)).toStrictEqual(refused(415, 'wrong_media_type', aMessage))
    },
  )

  it.each(['application/json', 'application/json; charset=utf-8', 'application/vnd.any.v3+json'])(
    'of type %s is read',
    async (type) => {
      const response = await sendQuote('{}', { 'content-type': type })
      expect(response.json<JsonObject>()['errors']).toHaveLength(4)
    },
  )
})

describe('an address', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/quotes'],
    ['POST', '/offers'],
    ['DELETE', '/policies/tpol_1'],
  ] as const)('that does not exist, %s %s, is answered with 404', async (method, url) => {
    const response = await platform.app.inject({ method, url: `${url}?key=secret-thing` })
    expect(answer(response)).toStrictEqual(
      refused(404, 'route_not_found', `There is no ${method} ${url} here.`),
    )
  })

  it('that cannot be read is answered with 400', async () => {
    const response = await seller.get('/offers/%E0%A4%A')
    expect(answer(response)).toStrictEqual(refused(400, 'unreadable_address', aMessage))
  })
})

describe('every error', () => {
  it('is JSON with a status, a code, a message and perhaps errors, and never a stack', async () => {
    const responses = [
      await sendQuote('{'),
      await sendQuote('{}'),
      await sendQuote('{}', { authorization: 'Bearer sk_test_1' }),
      await sendQuote('{}', { accept: '*/*' }),
      await sendQuote('{}', { 'content-type': 'text/plain' }),
      await sendQuote('x'.repeat(oneMebibyte + 1)),
      await seller.get('/policies/nonsense'),
      await seller.get('/nothing'),
      await seller.get('/offers/%E0%A4%A'),
    ]
    for (const response of responses) {
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(['status', 'code', 'message', 'errors']).toEqual(
        expect.arrayContaining(Object.keys(response.json<JsonObject>())),
      )
      expect(response.json<JsonObject>()['code']).toMatch(/^[a-z_]+$/)
      expect(response.body).not.toMatch(/node_modules|\.ts:\d|\.js:\d|"stack"/)
    }
  })
})
