import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { announceChange, sql } from '../../src/database/index.ts'
import { revokeKey } from '../../src/identity/index.ts'
import { demoAccount, newKey, revokedKey } from '../builders/credentials.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { answer, refused } from './words.ts'

let platform: TestPlatform
let path: string
beforeAll(async () => {
  platform = await openTestPlatform()
  path = `/policies/${(await soldPolicy(sellerOn(platform))).id}`
})
afterAll(() => platform.close())

const get = (authorization?: string, query = '') =>
  platform.app.inject({
    url: path + query,
    headers: authorization === undefined ? {} : { authorization },
  })
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`
const unauthorized = (code: string) =>
  refused(401, code, expect.stringMatching(/^Authentication is required/))
const unknown = unauthorized('unknown_key')

describe('a secret key', () => {
  it.each([
    ['as a Bearer token', (key: string) => `Bearer ${key}`],
    ['as a bearer token in small letters', (key: string) => `bearer ${key}`],
    ['as the user name of HTTP Basic', (key: string) => basic(`${key}:`)],
    ['as the user name of HTTP Basic, whatever the password', (key: string) => basic(`${key}:x`)],
  ])('is taken %s', async (_how, write) => {
    const response = await get(write(platform.demo.keys.test.secret))
    expect(response.statusCode).toBe(200)
    expect(response.json()).toHaveProperty('email')
  })

  it('decides where a public key of the same account comes too', async () => {
    const { secret, public: publicKey } = platform.demo.keys.test
    const response = await get(`Bearer ${secret}`, `?key=${publicKey}`)
    expect(response.json()).toHaveProperty('email')
  })

  it('is refused beside a public key of another account, or of the other mode', async () => {
    const { test, live } = platform.demo.keys
    for (const publicKey of [platform.demo.other.test.public, live.public]) {
      const response = await get(`Bearer ${test.secret}`, `?key=${publicKey}`)
      expect(answer(response)).toStrictEqual(unauthorized('keys_of_two_accounts'))
    }
  })

  it('is refused beside a public key that nobody knows', async () => {
    const response = await get(`Bearer ${platform.demo.keys.test.secret}`, '?key=pk_test_1')
    expect(answer(response)).toStrictEqual(unknown)
  })
})

describe('a call is refused with 401', () => {
  it.each([
    ['without any key', undefined, '', 'no_key'],
    ['with an empty public key', undefined, '?key=', 'no_key'],
    ['with an unknown secret key', 'Bearer sk_test_0123', '', 'unknown_key'],
    [
      'with a secret key that is far too long',
      `Bearer sk_test_${'0'.repeat(5000)}`,
      '',
      'unknown_key',
    ],
    ['with an unknown public key', undefined, '?key=pk_test_0123', 'unknown_key'],
    ['with two public keys', undefined, '?key=a&key=b', 'unreadable_key'],
    ['with Bearer and nothing', 'Bearer', '', 'unreadable_key'],
    ['with Basic and nothing', basic(':'), '', 'unknown_key'],
    ['with another scheme', 'Digest abc', '', 'unreadable_key'],
  ])('%s', async (_what, authorization, query, code) => {
    expect(answer(await get(authorization, query))).toStrictEqual(unauthorized(code))
  })

  it('with the keys in each other’s place', async () => {
    const { secret, public: publicKey } = platform.demo.keys.test
    expect(answer(await get(undefined, `?key=${secret}`))).toStrictEqual(unknown)
    expect(answer(await get(`Bearer ${publicKey}`))).toStrictEqual(unknown)
  })

  it('with an access token, which is for datasets only', async () => {
    expect(answer(await get(`Bearer ${platform.demo.access_token}`))).toStrictEqual(unknown)
  })

  it('with a key in another spelling', async () => {
    const { secret } = platform.demo.keys.test
    expect(answer(await get(`Bearer ${secret.toUpperCase()}`))).toStrictEqual(unknown)
    expect(answer(await get(`Bearer ${secret.slice(0, -1)}`))).toStrictEqual(unknown)
  })
})

describe('a key that is taken away', () => {
  it('is refused when it was revoked before it was ever used', async () => {
    const key = await revokedKey(platform, await demoAccount(platform, 'alpine-brokers'))
    expect(answer(await get(`Bearer ${key}`))).toStrictEqual(unknown)
  })

  it('stops working soon after it was revoked, though it was in use', async () => {
    const { id, key } = await newKey(platform, await demoAccount(platform, 'alpine-brokers'))
    expect((await get(`Bearer ${key}`)).statusCode).toBe(200)
    // Its place in the cache would end of itself after some seconds, which do not pass here.
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      await revokeKey(platform.db, id, platform.clock())
      while ((await get(`Bearer ${key}`)).statusCode === 200) await nextTurn()
    } finally {
      vi.useRealTimers()
    }
    expect(answer(await get(`Bearer ${key}`))).toStrictEqual(unknown)
  })

  it('is refused from the moment at which it expires', async () => {
    const { id, key } = await newKey(platform, await demoAccount(platform, 'alpine-brokers'))
    const expiresAt = platform.clock().add({ hours: 1 })
    await platform.db.query(sql`update api_keys set expires_at = ${expiresAt} where id = ${id}`)
    await announceChange(platform.db, 'keys')
    expect((await get(`Bearer ${key}`)).statusCode).toBe(200)
    platform.clock.advance({ hours: 1 })
    expect(answer(await get(`Bearer ${key}`))).toStrictEqual(unknown)
  })
})

describe('keys are kept safe', () => {
  it('by storing their hashes alone, and the day of their last use', async () => {
    const { secret } = platform.demo.keys.test
    await get(`Bearer ${secret}`)
    const rows = await platform.db.query<{ row: string }>(sql`
      select api_keys::text as row from api_keys`)
    const all = rows.map(({ row }) => row).join('\n')
    expect(all).not.toContain(secret)
    expect(all).not.toContain(Buffer.from(secret).toString('hex'))
    expect(all).toContain('2027-03-01')
  })

  it('and begin with their kind and mode', () => {
    const { test, live } = platform.demo.keys
    expect(test.public).toMatch(/^pk_test_/)
    expect(test.secret).toMatch(/^sk_test_/)
    expect(live.public).toMatch(/^pk_live_/)
    expect(live.secret).toMatch(/^sk_live_/)
  })
})
