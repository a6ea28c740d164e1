import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { TestPlatform } from '../support/platform.ts'
import { testAddress } from '../support/test-start.ts'
import { type Browser, browserOn } from './people.ts'

export const testClient = { client_id: 'bindery', client_secret: 'a secret of the test client' }
const redirectUriOf = (address: string) => `${address}/console/sso/callback`

/** What the provider says about a person. */
export interface ProviderPerson {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
}

export interface TestProvider {
  readonly issuer: string
  readonly people: Map<string, ProviderPerson>
  /** Signs in at the provider as this person, and returns where it then sends the browser. */
  visit(url: string, subject: string): Promise<string>
  /** Whom it believes to sit at a browser that comes by itself. */
  expect(subject: string): void
  /** From now on it signs with another key, and publishes that one alone. */
  rotateKeys(): void
  close(): Promise<void>
}

/** A real provider, which believes everybody who says who they are. */
export async function openTestProvider(address = testAddress): Promise<TestProvider> {
  const redirectUri = redirectUriOf(address)
  const people = new Map<string, ProviderPerson>()
  let subject = ''
  let handle: ReturnType<Provider['callback']>
  let provider: Provider
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/') === true) {
      void provider.interactionFinished(request, response, { login: { accountId: subject } })
    } else void handle(request, response)
  })
  const issuer = await listen(server)
  const rotateKeys = () => {
    provider = new Provider(issuer, {
      clients: [{ ...testClient, redirect_uris: [redirectUri] }],
      jwks: { keys: [newJwk()] },
      cookies: { keys: ['a key of the test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      features: { devInteractions: { enabled: false } },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...people.get(sub) }),
      }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          accountId: oidc.account?.accountId ?? '',
          clientId: oidc.client?.clientId ?? '',
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    handle = provider.callback()
  }
  rotateKeys()
  return {
    issuer,
    people,
    rotateKeys,
    visit: async (url, as) => {
      subject = as
      return follow(url, redirectUri)
    },
    expect: (as) => {
      subject = as
    },
    close: () => close(server),
  }
}

function newJwk(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomUUID() }
}

/** Goes from page to page of the provider, until it sends the browser back to us. */
async function follow(begin: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = begin
  while (!url.startsWith(redirectUri)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url} says ${await response.text()}`)
    url = new URL(location, url).href
  }
  return url
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // It listens on a port.
}

export async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Sets single sign-on up with the secret key of the demo insurer, or of another account. */
export function setUp(
  platform: TestPlatform,
  body: object,
  secretKey = platform.demo.insurer.test.secret,
) {
  return platform.app.inject({
    method: 'PUT',
    url: '/manage/single_sign_on',
    headers: { authorization: `Bearer ${secretKey}` },
    payload: { ...testClient, ...body },
  })
}

/** Begins to sign in; returns where the browser is sent. */
export async function beginIn(browser: Browser, account = 'demo-insurance'): Promise<string> {
  const begun = await browser.send('GET', `/console/sso/${account}`)
  return String(begun.headers.location)
}

/** Comes back from a provider; returns where the browser is sent then. */
export async function returnTo(browser: Browser, url: string): Promise<string> {
  const { pathname, search } = new URL(url)
  const returned = await browser.send('GET', pathname + search, {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  return String(returned.headers.location)
}

/** Signs in at a provider, from the beginning to the end. */
export async function signInAt(
  platform: TestPlatform,
  provider: TestProvider,
  subject: string,
  { account = 'demo-insurance', browser = browserOn(platform) } = {},
): Promise<{ readonly browser: Browser; readonly location: string }> {
  const url = await beginIn(browser, account)
  if (!url.startsWith(provider.issuer)) return { browser, location: url }
  const location = await returnTo(browser, await provider.visit(url, subject))
  return { browser, location }
}

export const consolePage = `${testAddress}/console`
export const failedWith = (code: string) => `${testAddress}/console/sign-in#error=${code}`
