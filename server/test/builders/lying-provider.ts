import { type KeyObject, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { type ServerResponse, createServer } from 'node:http'
import type { TestPlatform } from '../support/platform.ts'
import { type Browser, browserOn } from './people.ts'
import { beginIn, close, consolePage, listen, returnTo, testClient } from './identity-provider.ts'

/** Making them takes longer than most tests. */
const [own, another] = [newKey(), newKey()]

type Answer = (response: ServerResponse) => void

/** A provider that follows the rules until a test changes one of its answers. */
export interface LyingProvider {
  readonly issuer: string
  /** How often each path was asked for. */
  readonly asked: Map<string, number>
  /** Changes of what it says about itself. */
  metadata: object
  /** Changes of the claims of the next id token. */
  claims: object
  header: object
  /** What signs the next id token: its published key, another one, its client secret, or nothing. */
  signedBy: 'its key' | 'another key' | 'the client secret' | 'nobody'
  /** Answers that replace the right ones, by path. */
  readonly instead: Map<string, Answer>
  /** Signs in as its only person; returns where the browser is sent in the end. */
  signIn(browser?: Browser): Promise<string>
  reset(): void
  close(): Promise<void>
}

const json =
  (body: object, status = 200): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body))

export async function openLyingProvider(platform: TestPlatform): Promise<LyingProvider> {
  const jwk = { ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }
  let nonce = ''
  const right: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      id_token_signing_alg_values_supported: ['RS256'],
      ...provider.metadata,
    }),
    '/keys': () => ({ keys: [jwk] }),
    '/userinfo': () => ({ sub: 'liar', email, groups: [] }),
    '/token': () => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken() }),
  }
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const path = request.url ?? ''
      provider.asked.set(path, (provider.asked.get(path) ?? 0) + 1)
      const answer =
        provider.instead.get(path) ?? json(right[path]?.() ?? {}, path in right ? 200 : 404)
      answer(response)
    })
  })
  const issuer = await listen(server)
  const email = `liar.${new URL(issuer).port}@example.com`

  function idToken(): string {
    const now = Math.floor(platform.clock().epochMilliseconds / 1000)
    const header = { alg: 'RS256', kid: 'one', ...provider.header }
    const claims = {
      iss: issuer,
      sub: 'liar',
      aud: testClient.client_id,
      exp: now + 300,
      iat: now,
      nonce,
      email,
      groups: [],
      ...provider.claims,
    }
    const text = [header, claims].map((part) => encode(JSON.stringify(part))).join('.')
    const signed = {
      'its key': () => signatureOf(text, own.privateKey),
      'another key': () => signatureOf(text, another.privateKey),
      'the client secret': () =>
        createHmac('sha256', testClient.client_secret).update(text).digest('base64url'),
      nobody: () => '',
    }
    return `${text}.${signed[provider.signedBy]()}`
  }

  const provider: LyingProvider = {
    issuer,
    asked: new Map(),
    metadata: {},
    claims: {},
    header: {},
    signedBy: 'its key',
    instead: new Map(),
    signIn: async (browser = browserOn(platform)) => {
      const url = await beginIn(browser)
      if (!url.startsWith(issuer)) return url
      const { searchParams } = new URL(url)
      nonce = searchParams.get('nonce') ?? ''
      const state = searchParams.get('state') ?? ''
      const query = new URLSearchParams({ code: 'a code', state })
      return returnTo(browser, `${consolePage}/sso/callback?${query}`)
    },
    reset: () => {
      Object.assign(provider, { metadata: {}, claims: {}, header: {}, signedBy: 'its key' })
      provider.instead.clear()
      provider.asked.clear()
    },
    close: () => close(server),
  }
  return provider
}

function newKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

const encode = (text: string) => Buffer.from(text).toString('base64url')

function signatureOf(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text), key).toString('base64url')
}
