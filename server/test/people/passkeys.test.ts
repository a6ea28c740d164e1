import { generateKeyPairSync } from 'node:crypto'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relyingPartyOf } from '../../src/people/index.ts'
import {
  type Authenticator,
  type CreationOptions,
  newAuthenticator,
} from '../builders/authenticator.ts'
import { managerOn } from '../builders/manager.ts'
import { type Browser, actingFor, browserOn, goodPassword, newPerson } from '../builders/people.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { holding, untilWaiting } from '../support/waiting.ts'

const origin = 'http://localhost:8080'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ publicUrl: origin })
})
afterAll(() => platform.close())

const codeOf = (response: Response) => response.json<{ code?: string }>().code

interface Begun<Options> {
  readonly ticket: string
  readonly options: Options
}

const beginNew = async (browser: Browser): Promise<Begun<CreationOptions>> => {
  const body = { current_password: goodPassword }
  return (await browser.send('POST', '/manage/me/passkeys/options', { body })).json()
}
const add = (browser: Browser, ticket: string, response: object, name = 'Laptop') =>
  browser.send('POST', '/manage/me/passkeys', { body: { ticket, name, response } })

const begin = async (browser: Browser): Promise<Begun<{ challenge: string }>> =>
  (await browser.send('POST', '/manage/sign_in/passkey/options')).json()
const signIn = (browser: Browser, ticket: string, response: object) =>
  browser.send('POST', '/manage/sign_in/passkey', { body: { ticket, response } })

/** Signs in anew, with whatever the authenticator says. */
async function signInWith(
  authenticator: Authenticator,
  lies?: Parameters<Authenticator['get']>[1],
  browser = browserOn(platform),
) {
  const { ticket, options } = await begin(browser)
  return signIn(browser, ticket, authenticator.get(options, lies))
}

async function personWithPasskey(name: string) {
  const person = await newPerson(platform, { name })
  const browser = browserOn(platform)
  await browser.signIn(person.email)
  const authenticator = newAuthenticator(origin)
  const { ticket, options } = await beginNew(browser)
  const added = await add(browser, ticket, authenticator.create(options))
  return { person, browser, authenticator, passkey: added.json<{ id: string }>() }
}

describe('a passkey', () => {
  it('is added, signs in without e-mail address and password, and is removed', async () => {
    const { person, browser, authenticator, passkey } = await personWithPasskey('Anna Keller')
    expect(passkey).toMatchObject({ name: 'Laptop', last_used_at: null })
    const fresh = browserOn(platform)
    const signedIn = await signInWith(authenticator, {}, fresh)
    expect(signedIn.json()).toMatchObject({
      next: null,
      person: { id: person.id },
      session: { method: 'passkey' },
    })
    const me = await fresh.send('GET', '/manage/me')
    expect(me.json()).toMatchObject({ person: { id: person.id }, factors: { passkeys: 1 } })
    const [listed] = (await fresh.send('GET', '/manage/me/passkeys')).json<object[]>()
    expect(listed).toMatchObject({ id: passkey.id, last_used_at: expect.any(String) as unknown })
    const path = `/manage/me/passkeys/${passkey.id}`
    expect((await browser.send('DELETE', path)).statusCode).toBe(200)
    expect(codeOf(await browser.send('DELETE', path))).toBe('passkey_not_found')
    expect(codeOf(await signInWith(authenticator))).toBe('passkey_refused')
    const log = await managerOn(platform).get(`/manage/audit?user_id=${person.id}`)
    expect(log.json()).toMatchObject([
      { action: 'passkey.removed', before: { id: passkey.id, name: 'Laptop' } },
      { action: 'session.began', after: { method: 'passkey' } },
      { action: 'passkey.added', after: { id: passkey.id, name: 'Laptop' } },
      { action: 'session.began', after: { method: 'password' } },
    ])
  })

  it('counts as both factors', async () => {
    const { person, authenticator } = await personWithPasskey('Ben Moser')
    const browser = browserOn(platform)
    await signInWith(authenticator, {}, browser)
    const headers = actingFor(person.accountId)
    const require = (requires_second_factor: boolean) =>
      browser.send('PATCH', '/manage/sign_in_rules', { body: { requires_second_factor }, headers })
    expect((await require(true)).statusCode).toBe(200)
    expect((await browser.send('GET', '/manage/policies', { headers })).statusCode).toBe(200)
    expect((await require(false)).statusCode).toBe(200)
  })

  it('is added with the current password alone', async () => {
    const cora = await newPerson(platform, { name: 'Cora Lang' })
    const browser = browserOn(platform)
    await browser.signIn(cora.email)
    for (const body of [{}, { current_password: 'wrong' }]) {
      const refused = await browser.send('POST', '/manage/me/passkeys/options', { body })
      expect([refused.statusCode, codeOf(refused)]).toEqual([400, 'current_password_wrong'])
    }
  })

  it('is not removed by another person', async () => {
    const { authenticator, passkey } = await personWithPasskey('Dora Frei')
    const { browser } = await personWithPasskey('Dario Frei')
    const refused = await browser.send('DELETE', `/manage/me/passkeys/${passkey.id}`)
    expect([refused.statusCode, codeOf(refused)]).toEqual([404, 'passkey_not_found'])
    expect((await signInWith(authenticator)).statusCode).toBe(200)
  })

  it('stays if it is the only way to sign in', async () => {
    const { person, browser, authenticator, passkey } = await personWithPasskey('Ella Frei')
    const withoutPassword = 'update users set password_hash = null where id = $1'
    await platform.db.query({ text: withoutPassword, values: [person.id] })
    const remove = (id: string) => browser.send('DELETE', `/manage/me/passkeys/${id}`)
    const refused = await remove(passkey.id)
    expect([refused.statusCode, codeOf(refused)]).toEqual([422, 'last_passkey'])
    expect((await signInWith(authenticator)).statusCode).toBe(200)
    const { ticket, options } = await beginNew(browser)
    const second = await add(browser, ticket, newAuthenticator(origin).create(options))
    const both = [passkey.id, second.json<{ id: string }>().id]
    const removed = await holding(platform, 'lock table audit_entries in share mode', async () => {
      const sent = both.map(remove)
      await untilWaiting(platform, 2)
      return sent
    })
    const codes = (await Promise.all(removed)).map(codeOf)
    expect(codes).toEqual(expect.arrayContaining([undefined, 'last_passkey']))
  })

  it('goes, if a provider signs the person in', async () => {
    const { person, browser, passkey } = await personWithPasskey('Elsa Frei')
    await platform.db.query({
      text: 'update users set password_hash = null where id = $1',
      values: [person.id],
    })
    const remove = () => browser.send('DELETE', `/manage/me/passkeys/${passkey.id}`)
    await platform.db.query({
      text: `insert into identities (account_id, issuer, subject, user_id, created_at)
        values ($1, 'https://login.example.com', 'elsa', $2, now())`,
      values: [person.accountId, person.id],
    })
    expect(codeOf(await remove())).toBe('last_passkey') // No provider is set up.
    await managerOn(platform).put('/manage/single_sign_on', {
      issuer: 'https://login.example.com',
      client_id: 'bindery',
      client_secret: 'x',
    })
    expect((await remove()).statusCode).toBe(200)
    await managerOn(platform).delete('/manage/single_sign_on')
  })

  it('does not sign in a person who was deactivated', async () => {
    const { person, authenticator } = await personWithPasskey('Emil Roth')
    await platform.db.query({
      text: 'update users set deactivated_at = now() where id = $1',
      values: [person.id],
    })
    expect(codeOf(await signInWith(authenticator))).toBe('passkey_refused')
  })
})

describe('an answer that no authenticator of the person has given', () => {
  it('is refused: forged, for another site, without verification, or for another person', async () => {
    const { authenticator } = await personWithPasskey('Fritz Berg')
    const { person: other, authenticator: others } = await personWithPasskey('Fiona Berg')
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const lies: Parameters<Authenticator['get']>[1][] = [
      { key },
      { origin: 'https://elsewhere.example' },
      { origin: 'http://localhost:9090' },
      { rpId: 'elsewhere.example' },
      { isVerified: false },
      { credentialId: others.credentialId },
      { userHandle: Buffer.from(other.id).toString('base64url') },
      { credentialId: 'bm9ib2R5cw' },
    ]
    const answers: string[] = []
    for (const [at, lie] of lies.entries()) {
      const browser = browserOn(platform, { address: `198.51.100.${at}` })
      const refused = await signInWith(authenticator, lie, browser)
      expect(refused.statusCode).toBe(401)
      answers.push(refused.body)
    }
    expect(new Set(answers).size).toBe(1)
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ code: 'passkey_refused' })
    expect((await signInWith(authenticator)).statusCode).toBe(200)
  })

  it('is refused however broken it is', async () => {
    const { authenticator } = await personWithPasskey('Greta Wolf')
    const parts = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']
    for (const [at, part] of parts.entries()) {
      for (const nonsense of ['x', '%%%', 'AAAA', Buffer.from('null').toString('base64url')]) {
        const browser = browserOn(platform, { address: `203.0.113.${at}` })
        const { ticket, options } = await begin(browser)
        const right = authenticator.get(options) as { response: object }
        const broken = { ...right, response: { ...right.response, [part]: nonsense } }
        const refused = await signIn(browser, ticket, broken)
        expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'passkey_refused'])
      }
    }
  })

  it('is refused where its counter has not risen: somebody has a copy', async () => {
    const { authenticator } = await personWithPasskey('Hanna Kunz')
    expect((await signInWith(authenticator, { counter: 10 })).statusCode).toBe(200)
    for (const counter of [9, 10, 0]) {
      expect(codeOf(await signInWith(authenticator, { counter }))).toBe('passkey_refused')
    }
    const browsers = Array.from({ length: 6 }, () => browserOn(platform))
    const begun = await Promise.all(browsers.map(begin))
    const atOnce = await Promise.all(
      begun.map(({ ticket, options }) =>
        signIn(browserOn(platform), ticket, authenticator.get(options, { counter: 11 })),
      ),
    )
    expect(atOnce.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await signInWith(authenticator, { counter: 12 })).statusCode).toBe(200)
  })

  it('is fine from an authenticator that does not count', async () => {
    const { authenticator } = await personWithPasskey('Ida Horn')
    for (let at = 0; at < 2; at += 1) {
      expect((await signInWith(authenticator, { counter: 0 })).statusCode).toBe(200)
    }
  })
})

describe('a ticket', () => {
  it('counts once, also where it is sent twice at once, and for five minutes', async () => {
    const { authenticator } = await personWithPasskey('Jan Keel')
    const browser = browserOn(platform)
    const once = await begin(browser)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        signIn(browserOn(platform), once.ticket, authenticator.get(once.options, { counter: 0 })),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const refused = await signIn(browser, once.ticket, authenticator.get(once.options))
    expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'ticket_expired'])
    const late = await begin(browser)
    platform.clock.advance({ minutes: 5 })
    expect(codeOf(await signIn(browser, late.ticket, authenticator.get(late.options)))).toBe(
      'ticket_expired',
    )
  })

  it('is forgotten once it has expired, as are old failures and sessions', async () => {
    const { authenticator } = await personWithPasskey('Juri Keel')
    await signInWith(authenticator)
    await signInWith(authenticator, { rpId: 'elsewhere.example' })
    platform.clock.advance({ hours: 24 * 91 })
    await platform.handlers.sweep({})
    const left = await platform.db.query({
      text: `select id from sign_in_tickets union all select id from sessions
        union all select subject from sign_in_failures`,
      values: [],
    })
    expect(left).toEqual([])
  })

  it('fits its own challenge and its own purpose', async () => {
    const { browser, authenticator } = await personWithPasskey('Kim Lutz')
    const [one, other] = [await begin(browser), await begin(browser)]
    const crossed = await signIn(browser, one.ticket, authenticator.get(other.options))
    expect(codeOf(crossed)).toBe('passkey_refused')
    const forNew = await beginNew(browser)
    const misused = await signIn(browser, forNew.ticket, authenticator.get(forNew.options))
    expect(codeOf(misused)).toBe('ticket_expired')
  })

  it('adds a passkey of the person who asked for it, once', async () => {
    const { browser } = await personWithPasskey('Lars Senn')
    const { browser: others } = await personWithPasskey('Lea Senn')
    const { ticket, options } = await beginNew(browser)
    const authenticator = newAuthenticator(origin)
    const stolen = await add(others, ticket, authenticator.create(options))
    expect([stolen.statusCode, codeOf(stolen)]).toEqual([400, 'passkey_not_valid'])
    expect((await add(browser, ticket, authenticator.create(options))).statusCode).toBe(200)
    const again = await add(browser, ticket, newAuthenticator(origin).create(options))
    expect([again.statusCode, codeOf(again)]).toEqual([401, 'ticket_expired'])
    // The same credential again, and answers of another site.
    for (const lies of [
      {},
      { origin: 'https://elsewhere.example' },
      { rpId: 'elsewhere.example' },
      { isVerified: false },
    ]) {
      const anew = await beginNew(browser)
      const one = Object.keys(lies).length === 0 ? authenticator : newAuthenticator(origin)
      const refused = await add(browser, anew.ticket, one.create(anew.options, lies))
      expect([refused.statusCode, codeOf(refused)]).toEqual([400, 'passkey_not_valid'])
    }
  })
})

describe('whoever makes answers up', () => {
  it('is slowed by address, and others are not', async () => {
    const { authenticator } = await personWithPasskey('Mara Zinn')
    const guesser = browserOn(platform, { address: '192.0.2.66' })
    const codes: unknown[] = []
    for (let at = 0; at < 13; at += 1) {
      codes.push(codeOf(await signInWith(authenticator, { rpId: 'elsewhere.example' }, guesser)))
    }
    expect(codes.slice(0, 11)).toEqual(Array(11).fill('passkey_refused'))
    expect(codes.slice(11)).toEqual(['sign_in_slowed', 'sign_in_slowed'])
    expect((await signInWith(authenticator)).statusCode).toBe(200)
  })
})

describe('passkeys need a host name', () => {
  it('which the local machine has, and an IP address has not', () => {
    expect(relyingPartyOf('https://api.insurer.example/', undefined)).toEqual({
      id: 'api.insurer.example',
      origin: 'https://api.insurer.example',
    })
    const local = { id: 'localhost', origin }
    for (const url of [origin, 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
      expect(relyingPartyOf(url, origin)).toEqual(local)
      expect(() => relyingPartyOf(url, 'http://127.0.0.1:8080')).toThrow(
        'Passkeys need a host name. Open this page by http://localhost:8080',
      )
    }
    for (const url of ['http://192.0.2.7:8080', 'http://[2001:db8::1]']) {
      expect(() => relyingPartyOf(url, undefined)).toThrow('Set PUBLIC_URL')
    }
  })

  it('and a page that is opened by its address says so', async () => {
    const refused = await browserOn(platform).send('POST', '/manage/sign_in/passkey/options', {
      headers: { origin: 'http://127.0.0.1:8080' },
    })
    expect([refused.statusCode, codeOf(refused)]).toEqual([422, 'passkeys_need_a_name'])
  })
})
