import type { Response } from 'light-my-request'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPasskeyExample } from '../../src/http/people/factors/examples.ts'
import { demoAccount, foreignInsurer, newKey } from '../builders/credentials.ts'
import {
  type TestProvider,
  beginIn,
  consolePage,
  failedWith,
  openTestProvider,
  returnTo,
  setUp,
  signInAt,
} from '../builders/identity-provider.ts'
import { managerOn } from '../builders/manager.ts'
import { type Browser, actingFor, browserOn, goodPassword, newPerson } from '../builders/people.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { routesOf } from '../support/routes.ts'

let platform: TestPlatform
let provider: TestProvider
beforeAll(async () => {
  platform = await openTestPlatform({ singleSignOn: { allowsPrivate: true } })
  platform.clock.set(Temporal.Now.instant()) // The provider goes by the clock of the machine.
  provider = await openTestProvider()
})
afterAll(async () => {
  await provider.close()
  await platform.close()
})

const group_roles = { desk: ['service'], finance: ['accountant'] }
const usual = () => ({ issuer: provider.issuer, group_roles, just_in_time: true })
beforeEach(async () => {
  expect((await setUp(platform, usual())).statusCode).toBe(200)
})

interface Me {
  readonly person: { id: string; email: string; name: string }
  readonly session: { method: string }
  readonly accounts: { id: string; key: string; roles: string[] }[]
}
const meIn = async (browser: Browser) => (await browser.send('GET', '/manage/me')).json<Me>()
const codeOf = (response: Response) => response.json<{ code?: string }>().code
let people = 0
/** Another person of the provider, who has an address of their own. */
const newcomer = (claims: object = {}) => {
  people += 1
  const subject = `subject-${people}`
  const email = `newcomer${people}@example.com`
  provider.people.set(subject, { email, name: 'Nina Wolf', groups: ['desk'], ...claims })
  return { subject, email }
}

describe('somebody who signs in at the provider of their insurer', () => {
  it('joins with the roles of their groups, and opens this insurer alone', async () => {
    const { subject, email } = newcomer({ groups: ['desk', 'finance', 'runners'] })
    const { browser, location } = await signInAt(platform, provider, subject)
    expect(location).toBe(consolePage)
    const me = await meIn(browser)
    expect(me).toMatchObject({
      person: { email, name: 'Nina Wolf' },
      session: { method: 'single_sign_on' },
      accounts: [{ key: 'demo-insurance', roles: ['accountant', 'service'] }],
    })
    expect((await browser.send('GET', '/manage/policies')).statusCode).toBe(200)
    expect(codeOf(await browser.send('GET', '/manage/keys'))).toBe('permission_missing')
    const log = await managerOn(platform).get(`/manage/audit?subject_id=${me.person.id}`)
    expect(log.json()).toMatchObject([
      { action: 'session.began', user_id: me.person.id, after: { method: 'single_sign_on' } },
      { action: 'user.joined', user_id: null, address: '192.0.2.1', after: { subject } },
    ])
  })

  it('is found by subject later, whatever the e-mail address is by then', async () => {
    const { subject, email } = newcomer()
    const first = await meIn((await signInAt(platform, provider, subject)).browser)
    const { email: next } = newcomer()
    provider.people.set(subject, { email: next, email_verified: true, groups: ['desk'] })
    const second = await meIn((await signInAt(platform, provider, subject)).browser)
    expect(second.person).toEqual({ ...first.person, email })
  })

  it('has the roles of their groups at each sign-in, in all of their sessions', async () => {
    const { subject } = newcomer()
    const { browser } = await signInAt(platform, provider, subject)
    const { person } = await meIn(browser)
    provider.people.set(subject, { email: person.email, groups: ['finance'] })
    const { browser: later } = await signInAt(platform, provider, subject)
    for (const one of [later, browser]) {
      expect((await meIn(one)).accounts).toMatchObject([{ roles: ['accountant'] }])
    }
    const log = await managerOn(platform).get(`/manage/audit?subject_id=${person.id}`)
    expect(log.json()).toContainEqual(
      expect.objectContaining({
        action: 'user.roles_changed',
        before: { roles: ['service'] },
        after: { roles: ['accountant'], method: 'single_sign_on' },
      }),
    )
  })

  it('loses all roles with the last group, and does not get in', async () => {
    const { subject, email } = newcomer()
    const { browser } = await signInAt(platform, provider, subject)
    provider.people.set(subject, { email, groups: [] })
    const { location } = await signInAt(platform, provider, subject)
    expect(location).toBe(failedWith('no_role'))
    expect((await meIn(browser)).accounts).toMatchObject([{ roles: [] }])
  })

  it('stays administrator as long as there is no other, whatever the groups say', async () => {
    const insurer = await foreignInsurer(platform, 'one-chief')
    const { key } = await newKey(platform, insurer)
    const roles = { chiefs: ['administrator'], desk: ['service'] }
    await setUp(platform, { ...usual(), group_roles: roles }, key)
    const { subject, email } = newcomer({ groups: ['chiefs'] })
    const { browser } = await signInAt(platform, provider, subject, { account: insurer.key })
    const { person } = await meIn(browser)
    for (const groups of [['desk'], []]) {
      provider.people.set(subject, { email, groups })
      const again = await signInAt(platform, provider, subject, { account: insurer.key })
      expect((await meIn(again.browser)).accounts).toMatchObject([{ roles: ['administrator'] }])
      const log = await managerOn(platform, key).get(`/manage/audit?subject_id=${person.id}`)
      expect(log.json<object[]>()[1]).toMatchObject({
        action: 'user.roles_kept',
        before: { roles: ['administrator'] },
        after: { roles: groups.length === 0 ? [] : ['service'], method: 'single_sign_on' },
      })
    }
    const { subject: other } = newcomer({ groups: ['chiefs'] })
    await signInAt(platform, provider, other, { account: insurer.key })
    provider.people.set(subject, { email, groups: ['desk'] })
    await signInAt(platform, provider, subject, { account: insurer.key })
    expect((await meIn(browser)).accounts).toMatchObject([{ roles: ['service'] }])
  })

  it('has the default roles without a group, if there are any', async () => {
    const { subject } = newcomer({ groups: [] })
    expect((await signInAt(platform, provider, subject)).location).toBe(failedWith('no_role'))
    await setUp(platform, { ...usual(), default_roles: ['viewer'] })
    const { browser } = await signInAt(platform, provider, subject)
    expect((await meIn(browser)).accounts).toMatchObject([{ roles: ['viewer'] }])
  })

  it('twice at once becomes one person', async () => {
    const { subject } = newcomer()
    const signedIn = await Promise.all(
      Array.from({ length: 4 }, () => browserOn(platform)).map(async (browser) => {
        const url = await beginIn(browser)
        return { browser, back: await provider.visit(url, subject) }
      }),
    )
    const locations = await Promise.all(
      signedIn.map(({ browser, back }) => returnTo(browser, back)),
    )
    expect(new Set(locations)).toEqual(new Set([consolePage]))
    const ids = await Promise.all(
      signedIn.map(async ({ browser }) => (await meIn(browser)).person.id),
    )
    expect(new Set(ids).size).toBe(1)
  })

  it('is not let in by a provider that lets nobody join, unless they were invited', async () => {
    await setUp(platform, { ...usual(), just_in_time: false })
    const { subject } = newcomer()
    expect((await signInAt(platform, provider, subject)).location).toBe(failedWith('not_invited'))
    const invited = await newPerson(platform, { name: 'Ivo Invited', roles: ['viewer'] })
    const { subject: own } = newcomer({ email: invited.email, email_verified: true })
    const { browser } = await signInAt(platform, provider, own)
    expect((await meIn(browser)).person.id).toBe(invited.id)
  })

  it('is not let in again after they were removed or deactivated', async () => {
    for (const remove of [
      'delete from memberships where user_id = $1',
      'update users set deactivated_at = now() where id = $1',
    ]) {
      const { subject } = newcomer()
      const { browser } = await signInAt(platform, provider, subject)
      const { person } = await meIn(browser)
      await platform.db.transaction((tx) => tx.query({ text: remove, values: [person.id] }))
      const { location } = await signInAt(platform, provider, subject)
      expect(location).toBe(failedWith('not_a_member'))
    }
  })

  it('still signs in after the provider has changed its keys', async () => {
    const { subject } = newcomer()
    await signInAt(platform, provider, subject)
    provider.rotateKeys()
    expect((await signInAt(platform, provider, subject)).location).toBe(consolePage)
  })
})

describe('an e-mail address', () => {
  it('of a person of another insurer opens nothing, verified or not', async () => {
    const other = await foreignInsurer(platform, 'victim-insurance')
    const victim = await newPerson(platform, { name: 'Vera Victim', roles: ['administrator'] })
    await platform.db.transaction((tx) =>
      tx.query({
        text: 'update memberships set account_id = $2 where user_id = $1',
        values: [victim.id, other.id],
      }),
    )
    const { subject } = newcomer({ email: victim.email, email_verified: true })
    const { browser, location } = await signInAt(platform, provider, subject)
    expect(location).toBe(failedWith('email_taken'))
    expect(codeOf(await browser.send('GET', '/manage/me'))).toBe('no_key')
  })

  it('of a member has to be verified, and links one subject only', async () => {
    const member = await newPerson(platform, { name: 'Mia Member', roles: ['service'] })
    for (const email_verified of [false, undefined]) {
      const claims = email_verified === undefined ? {} : { email_verified }
      const { subject } = newcomer({ email: member.email, ...claims })
      const { location } = await signInAt(platform, provider, subject)
      expect(location).toBe(failedWith('email_not_verified'))
    }
    const { subject } = newcomer({ email: member.email, email_verified: true })
    const { browser } = await signInAt(platform, provider, subject)
    expect((await meIn(browser)).person.id).toBe(member.id)
    const { subject: another } = newcomer({ email: member.email, email_verified: true })
    const { location } = await signInAt(platform, provider, another)
    expect(location).toBe(failedWith('email_taken'))
  })

  it('is needed to join, and must not be one that the provider doubts', async () => {
    const { subject } = newcomer({ email: undefined })
    expect((await signInAt(platform, provider, subject)).location).toBe(failedWith('email_missing'))
    const { subject: doubted } = newcomer({ email_verified: false })
    expect((await signInAt(platform, provider, doubted)).location).toBe(
      failedWith('email_not_verified'),
    )
  })
})

describe('the provider of one insurer', () => {
  it('opens no other insurer, also for a person of both', async () => {
    const both = await newPerson(platform, { name: 'Bo Both', roles: ['service'] })
    const other = await foreignInsurer(platform, 'second-insurance')
    await platform.db.transaction((tx) =>
      tx.query({
        text: `insert into memberships values ($1, $2, '{administrator}', now())`,
        values: [both.id, other.id],
      }),
    )
    const elsewhere = browserOn(platform)
    const { session } = (await elsewhere.signIn(both.email)).json<{ session: { id: string } }>()
    const { subject } = newcomer({ email: both.email, email_verified: true })
    const { browser } = await signInAt(platform, provider, subject)
    const me = await meIn(browser)
    expect(me.person.id).toBe(both.id)
    expect(me.accounts.map(({ key }) => key)).toEqual(['demo-insurance'])
    const refused = await browser.send('GET', '/manage/keys', { headers: actingFor(other.id) })
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'not_a_member'])
    expect((await browser.send('GET', '/manage/sessions')).json()).toHaveLength(1)
    const end = await browser.send('POST', `/manage/sessions/${session.id}/end`)
    expect(codeOf(end)).toBe('session_not_found')
    expect((await elsewhere.send('GET', '/manage/sessions')).json()).toHaveLength(2)
  })

  it('signs in to that insurer alone, and so changes nothing that signs the person in elsewhere', async () => {
    const { subject } = newcomer()
    const { browser } = await signInAt(platform, provider, subject)
    const password = { current_password: goodPassword }
    const calls: Readonly<Record<string, object>> = {
      'PATCH /manage/me': { name: 'x' },
      'POST /manage/me/password': { ...password, password: goodPassword },
      'POST /manage/me/email': { ...password, email: 'other@example.com' },
      'POST /manage/me/totp': {},
      'POST /manage/me/totp/confirm': { code: '123456' },
      'POST /manage/me/totp/remove': { code: '123456' },
      'POST /manage/me/totp/recovery_codes': { code: '123456' },
      'POST /manage/me/passkeys/options': {},
      'POST /manage/me/passkeys': addPasskeyExample,
      'DELETE /manage/me/passkeys/:passkeyId': {},
    }
    // Tokens are for one account, and one that the session opens.
    const changing = routesOf(platform.app).filter((route) =>
      /^(?:POST|PATCH|PUT|DELETE) \/manage\/me\b(?!\/tokens)/.test(route),
    )
    expect(Object.keys(calls).toSorted()).toEqual(changing.toSorted())
    for (const [call, body] of Object.entries(calls)) {
      const [method, path = ''] = call.split(' ')
      const url = path.replace(':passkeyId', 'psk_01b0acc58e20c3f5cb6ba6d8b0de')
      const isDelete = method === 'DELETE'
      const sent = await browser.send(method as 'POST', url, isDelete ? {} : { body }) // Of `calls`.
      expect([call, sent.statusCode, codeOf(sent)]).toEqual([call, 403, 'session_of_one_account'])
    }
  })

  it('knows a subject for that insurer alone: another with the same provider has another person', async () => {
    const other = await foreignInsurer(platform, 'third-insurance')
    const { key } = await newKey(platform, other)
    await setUp(platform, { ...usual(), group_roles: {}, default_roles: ['viewer'] }, key)
    const { subject } = newcomer()
    await signInAt(platform, provider, subject)
    const { location } = await signInAt(platform, provider, subject, { account: 'third-insurance' })
    expect(location).toBe(failedWith('email_taken'))
  })

  it('may be that of a distributor, whose people sign in under its id', async () => {
    const { key } = await newKey(platform, await demoAccount(platform, 'alpine-brokers'))
    const shown = await setUp(platform, { ...usual(), default_roles: ['viewer'] }, key)
    const account = shown.json<{ sign_in_url: string }>().sign_in_url.split('/').at(-1)
    expect(account).toMatch(/^acc_/)
    const { subject } = newcomer()
    const { browser } = await signInAt(platform, provider, subject, { account: account ?? '' })
    expect((await meIn(browser)).accounts).toMatchObject([{ id: account, roles: ['service'] }])
  })
})

describe('enforced single sign-on', () => {
  it('closes the account to passwords, in sessions that are open as well, and not to links', async () => {
    const anna = await newPerson(platform, { name: 'Enna Forced' })
    const [before, after, byLink] = [browserOn(platform), browserOn(platform), browserOn(platform)]
    await before.signIn(anna.email)
    await byLink.signIn(anna.email)
    await platform.db.transaction((tx) =>
      tx.query({
        text: `update sessions set method = 'link' where id =
          (select max(id) from sessions where user_id = $1)`,
        values: [anna.id],
      }),
    )
    expect((await before.send('GET', '/manage/keys')).statusCode).toBe(200)
    await setUp(platform, { ...usual(), enforced: true })
    await after.signIn(anna.email)
    for (const browser of [before, after]) {
      expect((await meIn(browser)).accounts).toEqual([])
      const refused = await browser.send('GET', '/manage/keys', {
        headers: actingFor(anna.accountId),
      })
      expect(codeOf(refused)).toBe('not_a_member')
    }
    expect((await byLink.send('GET', '/manage/keys')).statusCode).toBe(200)
    const { browser } = await signInAt(platform, provider, newcomer().subject)
    expect((await browser.send('GET', '/manage/policies')).statusCode).toBe(200)
  })

  it('ends with its provider, and so do the sessions that began there', async () => {
    const gone = await newPerson(platform, { name: 'Gina Gone' })
    await setUp(platform, { ...usual(), enforced: true })
    const { browser } = await signInAt(platform, provider, newcomer().subject)
    const removed = await managerOn(platform).delete('/manage/single_sign_on')
    expect(removed.statusCode).toBe(200)
    expect(codeOf(await browser.send('GET', '/manage/me'))).toBe('session_unknown')
    const byPassword = browserOn(platform)
    await byPassword.signIn(gone.email)
    expect((await byPassword.send('GET', '/manage/keys')).statusCode).toBe(200)
    expect(await beginIn(browserOn(platform))).toBe(failedWith('single_sign_on_not_set_up'))
  })
})

describe('a sign-in', () => {
  it('comes back once', async () => {
    const { subject } = newcomer()
    const browser = browserOn(platform)
    const url = await beginIn(browser)
    const cookies = new Map(browser.cookies)
    const back = await provider.visit(url, subject)
    expect(await returnTo(browser, back)).toBe(consolePage)
    expect(browser.cookies.has('bindery_sign_in')).toBe(false)
    const again = browserOn(platform)
    for (const [name, value] of cookies) again.cookies.set(name, value)
    expect(await returnTo(again, back)).toBe(failedWith('sign_in_expired'))
    expect(again.cookies.has('bindery_session')).toBe(false)
  })

  it('comes back in the browser that began it', async () => {
    const { subject } = newcomer()
    const mine = browserOn(platform)
    const back = await provider.visit(await beginIn(mine), subject)
    const other = browserOn(platform)
    expect(await returnTo(other, back)).toBe(failedWith('sign_in_expired'))
    await beginIn(other)
    expect(await returnTo(other, back)).toBe(failedWith('sign_in_expired'))
  })

  it('comes back within ten minutes', async () => {
    const { subject } = newcomer()
    const browser = browserOn(platform)
    const back = await provider.visit(await beginIn(browser), subject)
    const then = platform.clock()
    platform.clock.advance({ minutes: 10 })
    expect(await returnTo(browser, back)).toBe(failedWith('sign_in_expired'))
    platform.clock.set(then)
  })

  it('that the provider refuses is refused, and the browser learns nothing else', async () => {
    const browser = browserOn(platform)
    const state = new URL(await beginIn(browser)).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, error: 'access_denied', iss: provider.issuer })
    query.set('error_description', 'secret details')
    const location = await returnTo(browser, `${consolePage}/sso/callback?${query}`)
    expect(location).toBe(failedWith('provider_refused'))
    expect(platform.logLines.join('')).toContain('single sign-on failed')
  })

  it('keeps what it knows in a cookie that no script reads and no other site sends', async () => {
    const begun = await browserOn(platform).send('GET', '/console/sso/demo-insurance')
    expect(begun.statusCode).toBe(302)
    expect(String(begun.headers['set-cookie'])).toMatch(
      /^bindery_sign_in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const url = new URL(String(begun.headers.location))
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('redirect_uri')).toBe(`${consolePage}/sso/callback`)
  })
})
