import { afterEach, expect, it } from 'vitest'
import { readTrustedProxies } from '../../src/settings/index.ts'
import { createAccessToken } from '../../src/identity/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { watchStatements } from '../support/watch-statements.ts'

let platform: TestPlatform
afterEach(() => platform.close())

const from = (remoteAddress: string, url: string, headers: Record<string, string> = {}) =>
  platform.app.inject({ url, remoteAddress, headers })
const withKey = (key: string) => ({ authorization: `Bearer ${key}` })
const junk = (at: number) => withKey(`sk_test_${String(at).padStart(48, '0')}`)

it('an address that guesses keys must wait; others, and right keys, are served', async () => {
  platform = await openTestPlatform({ failuresPerMinuteMax: 3 })
  const right = withKey(platform.demo.insurer.test.secret)
  expect((await from('203.0.113.9', '/manage/keys', right)).statusCode).toBe(200)
  const guessed: number[] = []
  for (let at = 0; at < 5; at += 1) {
    guessed.push((await from('203.0.113.9', '/manage/keys', junk(at))).statusCode)
  }
  expect(guessed).toEqual([401, 401, 401, 429, 429])
  expect((await from('203.0.113.9', '/manage/keys', right)).statusCode).toBe(200)
  // Nor is a right key slowed that was never shown before.
  const unseen = withKey(platform.demo.insurer.live.secret)
  expect((await from('203.0.113.9', '/manage/keys', unseen)).statusCode).toBe(200)
  expect((await from('203.0.113.10', '/manage/keys', junk(9))).statusCode).toBe(401)
  const refused = await from('203.0.113.9', '/manage/keys', junk(10))
  expect(refused.json()).toEqual({
    status: 'Too Many Requests',
    code: 'too_many_failures',
    message: expect.stringMatching(
      /^This address has sent more than 3 unknown keys or tokens within a minute\. Try again in \d+ seconds\.$/,
    ),
  })
  expect(refused.headers).toMatchObject({
    'retry-after': expect.stringMatching(/^[1-9]\d?$/),
    'ratelimit-limit': '3',
    'ratelimit-remaining': '0',
  })
})

it('known credentials pass amid a flood of unknown ones of their address, which costs few statements', async () => {
  platform = await openTestPlatform({ failuresPerMinuteMax: 600 })
  const { db, clock, demo } = platform
  const { id: accountId } = await demoAccount(platform, 'demo-insurance')
  const { token } = await createAccessToken(db, { accountId, name: 'reader' }, clock())
  const right = withKey(demo.insurer.test.secret)
  const datasets = await platform.app.inject({ url: '/manage/datasets', headers: right })
  const [locked] = datasets
    .json<{ id: string; access: string }[]>()
    .filter(({ access }) => access === 'locked')
  const { pool } = db
  const counts = watchStatements(pool)
  while (pool.idleCount > 0) (await pool.connect()).release(true) // They were not watched.
  const before = counts.statements
  // Hosts of one /64 are one address.
  const hosts = ['2001:db8::1', '2001:db8::2']
  const flood = Array.from({ length: 2_000 }, (_, at) =>
    from(hosts[at % 2] ?? '', '/manage/keys', junk(at)),
  )
  const amid = [
    from('2001:db8::2', '/manage/keys', withKey(demo.insurer.live.secret)),
    from('2001:db8::2', `/policies/nonsense?key=${demo.keys.test.public}`),
    from('2001:db8::2', `/datasets/${locked?.id}`, { authentication: `Bearer ${token}` }),
  ]
  expect((await Promise.all(amid)).map(({ statusCode }) => statusCode)).toEqual([200, 404, 200])
  const refused = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
  expect(refused.filter((status) => status === 401)).toHaveLength(600)
  expect(refused.filter((status) => status === 429)).toHaveLength(1_400)
  expect(counts.statements - before).toBeLessThan(400)
  // Not seen by anybody yet, when the address has long been refused what is unknown.
  const late = withKey(demo.keys.live.secret)
  expect((await from('2001:db8::1', '/policies/nonsense', late)).statusCode).toBe(404)
  const unknown = { authentication: 'Bearer at_wrong' }
  expect((await from('2001:db8::1', `/datasets/${locked?.id}`, unknown)).statusCode).toBe(429)
})

it('no key at all, half a key and wrong access tokens count as guessing too', async () => {
  platform = await openTestPlatform({ failuresPerMinuteMax: 3 })
  await from('203.0.113.9', '/manage/keys')
  await from('203.0.113.9', '/manage/keys', { authorization: 'Bearer' })
  const lists = await platform.app.inject({
    url: '/manage/datasets',
    headers: withKey(platform.demo.insurer.test.secret),
  })
  const datasets = lists.json<{ id: string; access: string }[]>()
  const locked = datasets.find(({ access }) => access === 'locked')
  const ask = () =>
    from('203.0.113.9', `/datasets/${locked?.id}`, { authentication: 'Bearer at_wrong' })
  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([401, 429])
})

it('who reads data with an access token is counted by the token, as a key is', async () => {
  platform = await openTestPlatform({ openRequestsPerMinuteMax: 1, requestsPerMinuteMax: 3 })
  const { id: accountId } = await demoAccount(platform, 'demo-insurance')
  const { db, clock } = platform
  const { token } = await createAccessToken(db, { accountId, name: 'reader' }, clock())
  const right = { authentication: `Bearer ${token}` }
  const lists = await platform.app.inject({
    url: '/manage/datasets',
    headers: withKey(platform.demo.insurer.test.secret),
  })
  const datasets = lists.json<{ id: string; access: string }[]>()
  const ask = (access: string, address: string, headers?: Record<string, string>) =>
    from(address, `/datasets/${datasets.find((one) => one.access === access)?.id}`, headers)
  // The address has used up what it has without a token.
  expect((await ask('public', '203.0.113.9')).statusCode).toBe(200)
  expect((await ask('public', '203.0.113.9')).statusCode).toBe(429)
  const wrong = { authentication: 'Bearer at_wrong' }
  expect((await ask('public', '203.0.113.9', wrong)).statusCode).toBe(429)
  expect((await ask('public', '203.0.113.10', wrong)).statusCode).toBe(200)
  const shown = [
    await ask('locked', '203.0.113.9', right),
    await ask('public', '203.0.113.9', right),
    await ask('locked', '203.0.113.11', right),
  ]
  expect(shown.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(shown.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['2', '1', '0'])
  const refused = await ask('locked', '203.0.113.12', right)
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({
    message: expect.stringMatching(/^This access token has made more than 3 requests/),
  })
})

it('what needs no key is counted by address, and health probes by themselves', async () => {
  platform = await openTestPlatform({ openRequestsPerMinuteMax: 2 })
  const urls = ['/openapi.json', '/policies/offers/x/assets', '/metrics', '/reference/', '/nothing']
  const asked: number[] = []
  for (const url of urls) asked.push((await from('203.0.113.9', url)).statusCode)
  expect(asked).toEqual([200, 404, 429, 429, 429])
  expect((await from('203.0.113.10', '/metrics')).statusCode).toBe(200)
  const probes = [await from('203.0.113.9', '/healthz'), await from('203.0.113.9', '/readyz')]
  expect(probes.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const right = withKey(platform.demo.insurer.test.secret)
  expect((await from('203.0.113.9', '/manage/keys', right)).statusCode).toBe(200)
})

it('all hosts of a /64 of IPv6 are one caller', async () => {
  platform = await openTestPlatform({ openRequestsPerMinuteMax: 1 })
  const hosts = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']
  const asked: number[] = []
  for (const host of hosts) asked.push((await from(host, '/openapi.json')).statusCode)
  expect(asked).toEqual([200, 429, 200])
})

it('a forwarded address counts where it comes from a trusted proxy, and nowhere else', async () => {
  const { trusts } = readTrustedProxies('10.0.0.0/8')
  platform = await openTestPlatform({ openRequestsPerMinuteMax: 1, trusts })
  const ask = async (connection: string, forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded }
    return (await from(connection, '/openapi.json', headers)).statusCode
  }
  expect(await ask('10.0.0.1', '203.0.113.9')).toBe(200)
  expect(await ask('10.0.0.1', '203.0.113.10')).toBe(200)
  expect(await ask('10.0.0.2', '1.1.1.1, 203.0.113.9')).toBe(429)
  expect(await ask('198.51.100.1', '203.0.113.11')).toBe(200)
  expect(await ask('198.51.100.1', '203.0.113.12')).toBe(429)
})
