import type { Response } from 'light-my-request'
import { createPasswordHasher } from '../../src/people/index.ts'
import { insertUser, upsertMembership } from '../../src/people/user-store.ts'
import { type UserId, mintId } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { type DemoAccount, demoAccount } from './credentials.ts'

/** Hashes that cost nothing: what they cost otherwise has a benchmark. */
const testPasswordCost = { memoryKib: 64, passes: 1 }
export const goodPassword = 'seven calm otters read maps'

export interface TestPerson {
  readonly id: UserId
  readonly email: string
  readonly accountId: string
}

/** A person with a password, who belongs to one of the demo's accounts. */
export async function newPerson(
  platform: TestPlatform,
  {
    name = 'Anna Keller',
    roles = ['administrator'],
    account = 'demo-insurance',
  }: { readonly name?: string; readonly roles?: string[]; readonly account?: DemoAccount } = {},
): Promise<TestPerson> {
  const now = platform.clock()
  const id = mintId('usr', now)
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}@example.com`
  const passwordHash = await createPasswordHasher(testPasswordCost).hash(goodPassword)
  const { id: accountId } = await demoAccount(platform, account)
  await platform.db.transaction(async (tx) => {
    const user = { id, email, name, passwordHash, createdAt: now, deactivatedAt: null }
    await insertUser(tx, user)
    await upsertMembership(tx, { userId: id, accountId, roles }, now)
  })
  return { id, email, accountId }
}

/** A browser: it keeps cookies, and says which page sends a request. */
export interface Browser {
  readonly cookies: Map<string, string>
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    options?: { readonly body?: object; readonly headers?: Record<string, string> },
  ): Promise<Response>
  signIn(email: string, password?: string): Promise<Response>
}

export function browserOn(
  platform: TestPlatform,
  { address = '192.0.2.1' }: { readonly address?: string } = {},
): Browser {
  const cookies = new Map<string, string>()
  const send: Browser['send'] = async (method, url, { body, headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await platform.app.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Test Browser',
        ...(cookie === '' ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    cookies,
    send,
    signIn: (email, password = goodPassword) =>
      send('POST', '/manage/sign_in', { body: { email, password } }),
  }
}

/** The headers by which a signed-in person says for which account a request is. */
export const actingFor = (accountId: string, mode: 'test' | 'live' = 'test') => ({
  'bindery-account': accountId,
  'bindery-mode': mode,
})
