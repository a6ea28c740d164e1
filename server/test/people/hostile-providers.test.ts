import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beginIn,
  close,
  consolePage,
  failedWith,
  listen,
  setUp,
} from '../builders/identity-provider.ts'
import { type LyingProvider, openLyingProvider } from '../builders/lying-provider.ts'
import { browserOn } from '../builders/people.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let provider: LyingProvider
beforeAll(async () => {
  platform = await openTestPlatform({ singleSignOn: { allowsPrivate: true } })
})
beforeEach(async () => {
  // Another one each time: what a provider says about itself is cached.
  provider = await openLyingProvider(platform)
  await configure({ issuer: provider.issuer })
})
afterEach(() => provider.close())
afterAll(() => platform.close())

const configure = async (body: object) => {
  const answered = await setUp(platform, { just_in_time: true, default_roles: ['viewer'], ...body })
  expect(answered.statusCode).toBe(200)
}

it('a provider that follows the rules signs people in', async () => {
  expect(await provider.signIn()).toBe(consolePage)
})

describe('an id token is refused', () => {
  const seconds = (count: number) => Math.floor(platform.clock().epochMilliseconds / 1000) + count
  it.each([
    ['of another issuer', () => (provider.claims = { iss: 'https://login.example.com' })],
    ['for somebody else', () => (provider.claims = { aud: 'another client' })],
    [
      'for several, of which it does not say who',
      () => (provider.claims = { aud: ['bindery', 'x'], azp: 'x' }),
    ],
    ['of another sign-in', () => (provider.claims = { nonce: 'another' })],
    ['without a nonce', () => (provider.claims = { nonce: undefined })],
    ['that has expired', () => (provider.claims = { exp: seconds(-61) })],
    ['that is not valid yet', () => (provider.claims = { nbf: seconds(600) })],
    ['without a subject', () => (provider.claims = { sub: undefined })],
    ['with a subject that nobody can store', () => (provider.claims = { sub: 'a\0b' })],
    ['signed by another key', () => (provider.signedBy = 'another key')],
    ['signed by a key that is not published', () => (provider.header = { kid: 'two' })],
    [
      'signed with the client secret',
      () => Object.assign(provider, { signedBy: 'the client secret', header: { alg: 'HS256' } }),
    ],
    [
      'signed with the client secret, where the provider announces that',
      () =>
        Object.assign(provider, {
          signedBy: 'the client secret',
          header: { alg: 'HS256' },
          metadata: { id_token_signing_alg_values_supported: ['RS256', 'HS256'] },
        }),
    ],
    [
      'signed by nobody',
      () => Object.assign(provider, { signedBy: 'nobody', header: { alg: 'none' } }),
    ],
    [
      'signed by nobody, where the provider announces that',
      () =>
        Object.assign(provider, {
          signedBy: 'nobody',
          header: { alg: 'none' },
          metadata: { id_token_signing_alg_values_supported: ['RS256', 'none'] },
        }),
    ],
  ])('%s', async (_, lie) => {
    lie()
    const browser = browserOn(platform)
    expect(await provider.signIn(browser)).toBe(failedWith('provider_untrusted'))
    expect(browser.cookies.has('bindery_session')).toBe(false)
  })

  it('unless its clock is off by a minute at most', async () => {
    provider.claims = { exp: seconds(-40) }
    expect(await provider.signIn()).toBe(consolePage)
    provider.claims = { nbf: seconds(40) }
    expect(await provider.signIn()).toBe(consolePage)
  })
})

describe('a provider', () => {
  it('that says that it is another is not asked further', async () => {
    provider.metadata = { issuer: 'https://login.example.com' }
    expect(await provider.signIn()).toBe(failedWith('provider_untrusted'))
    expect([...provider.asked.keys()]).toEqual(['/.well-known/openid-configuration'])
  })

  it('that is down is unavailable, and signs people in once it is back', async () => {
    const server = createServer()
    const issuer = await listen(server)
    await close(server)
    await configure({ issuer })
    expect(await beginIn(browserOn(platform))).toBe(failedWith('provider_unavailable'))
    await configure({ issuer: provider.issuer })
    provider.instead.set('/token', (response) => response.destroy())
    expect(await provider.signIn()).toBe(failedWith('provider_unavailable'))
    provider.reset()
    expect(await provider.signIn()).toBe(consolePage)
  })

  it.each(['/.well-known/openid-configuration', '/token', '/keys'])(
    'that never ends its answer at %s is given up',
    async (path) => {
      const impatient = await openTestPlatform({
        beside: { platform, connection: platform.connection },
        singleSignOn: { allowsPrivate: true, deadlineMs: 2_000 },
      })
      const slow = await openLyingProvider(impatient)
      await configure({ issuer: slow.issuer })
      slow.instead.set(path, (response) => void response.writeHead(200).write('{'))
      expect(await slow.signIn()).toBe(failedWith('provider_unavailable'))
      await slow.close()
      await impatient.close()
    },
  )

  it.each([
    ['too much', (body: string) => body.padEnd(300_000), 'provider_unavailable'],
    ['no JSON', () => '<html>', 'provider_unavailable'],
    ['a list', () => '[]', 'provider_untrusted'],
  ])('that answers %s is not believed', async (_, make, code) => {
    provider.instead.set('/.well-known/openid-configuration', (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(make('{}'))
    })
    expect(await beginIn(browserOn(platform))).toMatch(
      new RegExp(`#error=(${code}|provider_unavailable)$`),
    )
  })

  it('is not followed elsewhere', async () => {
    provider.instead.set('/token', (response) => {
      response.writeHead(302, { location: `${provider.issuer}/keys` }).end()
    })
    expect(await provider.signIn()).toMatch(/#error=provider_(unavailable|refused|untrusted)$/)
    expect(provider.asked.has('/keys')).toBe(false)
  })

  it('with more groups than a token holds makes nobody lose their roles', async () => {
    await configure({ issuer: provider.issuer, group_roles: { staff: ['service'] } })
    provider.instead.set('/userinfo', (response) => {
      const body = { sub: 'liar', _claim_names: { groups: 'src1' } }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    provider.claims = { groups: undefined }
    expect(await provider.signIn()).toBe(failedWith('groups_incomplete'))
  })

  it('whose answers contain a secret does not find it in our log', async () => {
    platform.logLines.length = 0
    provider.instead.set('/token', (response) => {
      const body = { error: 'invalid_client', error_description: 'hunter2' }
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    expect(await provider.signIn()).toBe(failedWith('provider_refused'))
    const log = platform.logLines.join('')
    expect(log).toContain('provider_refused')
    expect(log).toMatch(/"request_id":"[^"]+".*single sign-on failed/)
    for (const secret of ['hunter2', 'a secret of the test client'])
      expect(log).not.toContain(secret)
  })
})

describe('by default no provider', () => {
  it('may be at a private address, or have its endpoints there', async () => {
    const strict = await openTestPlatform({
      beside: { platform, connection: platform.connection },
      singleSignOn: {
        allowsPrivate: false,
        resolve: (_host, answer) => answer(null, [{ address: '10.0.0.7', family: 4 }]),
      },
    })
    for (const issuer of [
      'https://10.0.0.7',
      'https://localhost',
      'https://[::1]/realm',
      'http://login.example.com',
      provider.issuer,
      'https://user:password@login.example.com',
      'https://login.example.com/?a=b',
      'login.example.com',
    ]) {
      const refused = await setUp(strict, { issuer })
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
        400,
        'issuer_not_allowed',
      ])
    }
    // A public name that leads inside.
    expect((await setUp(strict, { issuer: 'https://login.example.com' })).statusCode).toBe(200)
    expect(await beginIn(browserOn(strict))).toBe(failedWith('provider_unavailable'))
    expect(strict.logLines.join('')).toContain('leads to a private address')
    // Set up while they were allowed, and asked when they no longer are.
    await configure({ issuer: provider.issuer })
    expect(await beginIn(browserOn(strict))).toBe(failedWith('provider_unavailable'))
    expect(provider.asked.size).toBe(0)
    await strict.close()
  })
})
