import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ClientOptions, createClient } from '../src/index.ts'
import { type FlakyServer, type Reply, openFlakyServer } from './flaky-server.ts'
import { failureOf } from './support.ts'

let server: FlakyServer

beforeAll(async () => {
  server = await openFlakyServer()
})
afterAll(() => server.close())

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.baseUrl, secretKey: 'sk_test_1', retryDelayMs: 1, ...options })
const ok: Reply = { status: 200, body: { token: 'a token' } }
const inProgress: Reply = {
  status: 409,
  body: { code: 'first_request_in_progress' },
}
const quote = { item_id: 'i', subscription_plan_id: 'p', integration_id: 'n', data: { a: 1 } }

describe('a request that may pass later', () => {
  const passing: readonly (readonly [string, Reply])[] = [
    ['when the connection breaks', 'drop'],
    ['when the server is not available', { status: 503 }],
    ['when there were too many', { status: 429, headers: { 'retry-after': '0' } }],
    ['while its first attempt is in progress', inProgress],
  ]
  it.each(passing)('is sent again %s', async (_when, reply) => {
    server.plan(reply, reply, ok)
    expect(await client().quotes.create(quote)).toEqual({ token: 'a token' })
    expect(server.seen).toHaveLength(3)
  })

  it('is sent again as it was, with one idempotency key', async () => {
    server.plan('drop', { status: 503 }, ok)
    await client().quotes.create(quote)
    const keys = new Set(server.seen.map(({ headers }) => headers['idempotency-key']))
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(new Set(server.seen.map(({ body }) => body))).toEqual(new Set([JSON.stringify(quote)]))
  })

  it('has a key of its own, so that two of them are not taken for one', async () => {
    server.plan(ok)
    await client().quotes.create(quote)
    await client().quotes.create(quote)
    const keys = new Set(server.seen.map(({ headers }) => headers['idempotency-key']))
    expect(keys.size).toBe(2)
  })

  it('is given up after so many retries, with the last error', async () => {
    server.plan('drop', { status: 503, body: { message: 'Not now.' } })
    const error = await failureOf(client({ retries: 2 }).policies.get('tpol_1'))
    expect(error).toMatchObject({
      kind: 'unavailable',
      status: 503,
      message: 'Not now.',
      requestId: 'r-1',
    })
    expect(server.seen).toHaveLength(3)
  })

  it('is given up at once when the server asks for more patience than a caller has', async () => {
    server.plan({ status: 429, headers: { 'retry-after': '3600' } })
    expect(await failureOf(client().policies.get('tpol_1'))).toMatchObject({ kind: 'rateLimited' })
    expect(server.seen).toHaveLength(1)
  })

  it('reads how long to wait as a moment too', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
    server.plan({ status: 503, headers: { 'retry-after': inAnHour } })
    expect(await failureOf(client().policies.get('tpol_1'))).toMatchObject({ status: 503 })
    expect(server.seen).toHaveLength(1)
  })

  it('ends with its signal, also while it waits', async () => {
    server.plan({ status: 429, headers: { 'retry-after': '30' } })
    const leaving = new AbortController()
    const call = failureOf(client().policies.get('tpol_1', { signal: leaving.signal }))
    await vi.waitFor(() => expect(server.seen).toHaveLength(1))
    leaving.abort(new Error('The customer left.'))
    expect(await call).toEqual(new Error('The customer left.'))
    expect(server.seen).toHaveLength(1)
  })

  it('is not sent for a caller who has left already', async () => {
    server.plan(ok)
    const signal = AbortSignal.abort(new Error('The customer left.'))
    expect(await failureOf(client().policies.get('tpol_1', { signal }))).toEqual(signal.reason)
    expect(server.seen).toHaveLength(0)
  })

  it('is sent again when no answer comes in time', async () => {
    server.plan('silence', ok)
    expect(await client({ timeoutMs: 2_000 }).quotes.create(quote)).toEqual({ token: 'a token' })
    expect(server.seen).toHaveLength(2)
  })
})

describe('a request that nothing can fix', () => {
  const final: readonly (readonly [number, unknown, string])[] = [
    [400, { message: 'Data validation failed.', errors: [] }, 'validation'],
    [404, {}, 'notFound'],
    [409, { code: 'pricing_in_preparation' }, 'conflict'],
    [412, {}, 'versionMismatch'],
    [422, { code: 'knockout' }, 'knockout'],
    [422, { code: 'already_cancelled', message: 'knockout' }, 'refused'],
    [503, { code: 'calculation_failed' }, 'calculation'],
    [500, 'a page of some proxy', 'unexpected'],
    [502, '<html>', 'unavailable'],
  ]
  it.each(final)('is sent once when the answer is %i %j', async (status, body, kind) => {
    server.plan({ status, body })
    expect(await failureOf(client().quotes.create(quote))).toMatchObject({ kind, status })
    expect(server.seen).toHaveLength(1)
  })

  it('is sent again without a key where the server takes none: that changes nothing', async () => {
    server.plan('drop')
    const call = client({ retries: 1 }).call('receivePaymentCallback', {
      params: { provider: 'sandbox' },
      body: {},
      idempotencyKey: 'heeded by nobody',
    })
    expect(await failureOf(call)).toMatchObject({ kind: 'network', status: 0 })
    expect(server.seen).toHaveLength(2)
    expect(server.seen[0]?.headers).not.toHaveProperty('idempotency-key')
    // It is open to all, so no key is sent either.
    expect(server.seen[0]?.headers).not.toHaveProperty('authorization')
  })

  it.each([
    [
      'a new key',
      () => client().manage.keys.create({ kind: 'secret', livemode: false, name: 'x' }),
    ],
    ['a rotated key', () => client().manage.keys.rotate('key_1')],
    ['an access token', () => client().manage.accessTokens.create({ name: 'x' })],
  ])('is sent once, under no idempotency key, where the answer shows %s', async (_what, call) => {
    server.plan('drop')
    expect(await failureOf(call())).toMatchObject({ kind: 'network' })
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  it('is sent once to a server that has moved, and says where to', async () => {
    server.plan({ status: 301, headers: { location: 'https://insurance.example.com/quotes' } })
    expect(await failureOf(client().quotes.create(quote))).toMatchObject({
      kind: 'unexpected',
      message: expect.stringContaining('https://insurance.example.com/quotes'),
    })
  })

  it('reports an answer that is not the JSON that it declares', async () => {
    server.plan({ status: 200, body: '{"token": ' })
    expect(await failureOf(client().quotes.create(quote))).toMatchObject({ kind: 'unexpected' })
  })

  it.each(['text/html; charset=utf-8', ''])(
    'takes a page of some other server (%j) for no answer, whatever its status',
    async (type) => {
      const page: Reply = { status: 200, body: '<html>', headers: { 'content-type': type } }
      server.plan(page)
      const { manage } = client()
      for (const call of [
        () => client().quotes.create(quote),
        () => manage.keys.revoke('key_1'),
        () => manage.policies.search().page(),
        () => manage.datasets.import('towns', 'code\n'),
        () => Array.fromAsync(manage.datasets.export('towns')),
      ]) {
        expect(await failureOf(call())).toMatchObject({
          kind: 'unexpected',
          status: 200,
          message: expect.stringContaining('The server answered'),
        })
      }
      expect(server.seen).toHaveLength(5)
    },
  )

  it('never shows a key in its message', async () => {
    server.plan('drop')
    const options = { secretKey: undefined, publicKey: 'pk_test_1', retries: 0 }
    const error = await failureOf(client(options).quotes.create(quote))
    expect(String(error)).toContain(server.baseUrl)
    expect(String(error)).not.toContain('pk_test_1')
  })
})

describe('what is sent', () => {
  it('names the version of the call and carries the key where it belongs', async () => {
    server.plan(ok)
    await client({ vendor: 'acme' }).quotes.create(quote)
    await client({ secretKey: undefined, publicKey: 'pk_test_1' }).policies.status('tpol_1')
    await client({ accessToken: 'at_1' }).datasets.get('dat_1')
    expect(server.seen).toMatchObject([
      {
        method: 'POST',
        url: '/quotes',
        headers: {
          accept: 'application/vnd.acme.v3+json',
          'content-type': 'application/json',
          authorization: 'Bearer sk_test_1',
        },
      },
      {
        method: 'GET',
        url: '/policies/tpol_1?key=pk_test_1',
        headers: { accept: 'application/vnd.bindery.v2+json' },
      },
      { url: '/datasets/dat_1', headers: { authentication: 'Bearer at_1' } },
    ])
    // The Data API may be another server: our key is not sent there.
    expect(server.seen[2]?.headers).not.toHaveProperty('authorization')
  })

  it('follows a link to the next page at our own address, with no key that came along', async () => {
    const elsewhere = 'https://elsewhere.example/manage/policies?starting_after=p1&key=pk_test_2'
    const links = { link: `<${elsewhere}>; rel="next"` }
    server.plan({ status: 200, body: [{ id: 'p1' }], headers: links }, { status: 200, body: [] })
    await Array.fromAsync(client().manage.policies.search())
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/manage/policies',
      '/manage/policies?starting_after=p1',
    ])
  })

  it('goes to an address, or nowhere', () => {
    expect(() => createClient({ baseUrl: 'insurance' })).toThrow('baseUrl must be an absolute')
  })
})
